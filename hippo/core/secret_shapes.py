"""Secrets that show by their own shape what they are: keys of providers, tokens, private keys, URLs with a password.

Each shape has a kind (what the mask says), clues (one of them stands in every text that holds the secret, as it is
written there) and a pattern. Where a pattern has a group `secret`, only that part is secret. A pattern is compiled
when a clue was seen for the first time; an ordinary text costs one substring test for each clue.

Source: the formats that the providers document for secret scanning; lengths are lower bounds, since several
providers have lengthened theirs. Identifiers that are public by design (publishable Stripe keys, Twilio account
numbers, Sentry DSNs, SSH public keys) are left out.
"""

from __future__ import annotations

import re

from hippo.core.clues import Clues
from hippo.core.secret_armour import private_keys
from hippo.core.secret_values import is_filler, is_hash_or_uuid, looks_made, stands_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    _Shapes = tuple[tuple[str, tuple[str, ...], str], ...]

_WORD = r"[A-Za-z0-9_-]"

#: kind, clues, pattern. Keys with a prefix of their own; nothing else begins like them.
_KEYS: _Shapes = (
    ("github", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), r"gh[pousr]_[A-Za-z0-9]{20,}"),
    ("github", ("github_pat_",), r"github_pat_\w{22,}"),
    ("gitlab", ("glpat-", "gloas-", "glsoat-"), r"gl(?:pat|s?oat|oas)-[A-Za-z0-9_.-]{20,}"),
    ("gitlab", ("glptt-", "glrt-", "glcbt-", "gldt-"), r"gl(?:ptt|rt|cbt|dt)-[A-Za-z0-9_.-]{20,}"),
    ("gitlab", ("glft-", "glimt-", "glagent-", "glffct-"), r"gl(?:ft|imt|agent|ffct)-[A-Za-z0-9_.-]{20,}"),
    ("aws", ("AKIA", "ASIA", "ABIA", "ACCA"), r"A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ("aws", ("ABSK",), r"ABSK[A-Za-z0-9+/]{100,}={0,2}"),
    ("aws", ("IQoJb3JpZ2lu", "FwoGZXIvYXdz"), r"(?:IQoJb3JpZ2lu|FwoGZXIvYXdz)[A-Za-z0-9+/=%]{80,}"),
    ("google", ("AIza",), rf"AIza{_WORD}{{35}}"),
    ("google", ("GOCSPX-",), rf"GOCSPX-{_WORD}{{20,}}"),
    ("google", ("ya29.",), rf"ya29\.{_WORD}{{20,}}"),
    ("google", ("1//0",), rf"1//0{_WORD}{{40,}}"),
    ("google", ("AQ.Ab8",), rf"AQ\.Ab8{_WORD}{{40,}}"),
    ("slack", ("xox",), r"xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,}"),
    ("slack", ("xoxd-",), r"xoxd-[A-Za-z0-9%/+=_-]{20,}"),
    ("slack", ("xapp-",), r"xapp-\d-[A-Za-z0-9-]{20,}"),
    ("stripe", ("k_live_", "k_test_"), r"[sr]k_(?:live|test)_[A-Za-z0-9]{10,}"),
    ("stripe", ("whsec_",), r"whsec_[A-Za-z0-9+/=]{24,}"),
    ("anthropic", ("sk-ant-",), rf"sk-ant-{_WORD}{{20,}}"),
    ("openai", ("sk-proj-", "sk-svcacct-", "sk-admin-"), rf"sk-(?:proj|svcacct|admin)-{_WORD}{{20,}}"),
    ("npm", ("npm_",), r"npm_[A-Za-z0-9]{30,}"),
    ("pypi", ("pypi-",), rf"pypi-{_WORD}{{32,}}"),
    ("rubygems", ("rubygems_",), r"rubygems_[a-f0-9]{40,}"),
    ("sendgrid", ("SG.",), rf"SG\.{_WORD}{{16,}}\.{_WORD}{{16,}}"),
    ("huggingface", ("hf_",), r"hf_[A-Za-z0-9]{30,}"),
    ("huggingface", ("api_org_",), r"api_org_[A-Za-z0-9]{30,}"),
    ("digitalocean", ("_v1_",), r"do[opr]_v1_[a-f0-9]{40,}"),
    ("telegram", (":AA",), rf"\d{{8,10}}:AA{_WORD}{{32,}}"),
    ("azure", ("Q~",), r"[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,}"),
    ("azure", ("AzFu", "AzSe"), rf"{_WORD}{{40,60}}Az(?:Fu|Se){_WORD}{{6}}"),
    ("azure", ("+ASt", "ACDb", "+ACR"), r"[A-Za-z0-9+/]{40,80}(?:\+ASt|ACDb|\+ACR)[A-Za-z0-9+/]{6}"),
    ("azure", ("sig=",), r"(?<=[?&;])sig=(?P<secret>[A-Za-z0-9%+/=]{40,})"),
    ("databricks", ("dapi",), r"dapi[a-f0-9]{32}"),
    ("shopify", ("shp",), r"shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}"),
    ("square", ("sq0",), rf"sq0(?:atp|csp)-{_WORD}{{22,}}"),
    ("mailchimp", ("-us",), r"[a-f0-9]{32}-us\d{1,2}(?!\w)"),
    ("mailgun", ("key-",), r"key-[a-f0-9]{32}(?!\w)"),
    ("notion", ("ntn_", "secret_"), r"(?:ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43})(?!\w)"),
    ("linear", ("lin_api_",), r"lin_api_[A-Za-z0-9]{32,}"),
    ("figma", ("figd_",), rf"figd_{_WORD}{{36,}}"),
    ("postman", ("PMAK-",), r"PMAK-[a-f0-9]{24}-[a-f0-9]{34}"),
    ("grafana", ("glsa_", "glc_"), r"gl(?:sa|c)_[A-Za-z0-9+/=_]{32,}"),
    ("newrelic", ("NRAK-",), r"NRAK-[A-Z0-9]{27}"),
    ("doppler", ("dp.",), r"dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.-]{40,}"),
    ("vault", ("hvs.", "hvb.", "hvr."), rf"hv[sbr]\.{_WORD}{{24,}}"),
    ("terraform", (".atlasv1.",), rf"[A-Za-z0-9]{{14}}\.atlasv1\.{_WORD}{{40,}}"),
    ("pulumi", ("pul-",), r"pul-[a-f0-9]{40}"),
    ("docker", ("dckr_",), rf"dckr_(?:pat|oat)_{_WORD}{{20,}}"),
    ("fly", ("fm2_", "fo1_"), r"f(?:m2|o1)_[A-Za-z0-9+/=_-]{40,}"),
    ("supabase", ("sbp_", "sb_secret_"), rf"sb(?:p|_secret)_{_WORD}{{22,}}"),
    ("groq", ("gsk_",), r"gsk_[A-Za-z0-9]{40,}"),
    ("replicate", ("r8_",), r"r8_[A-Za-z0-9]{36,}"),
    ("perplexity", ("pplx-",), r"pplx-[A-Za-z0-9]{40,}"),
    ("xai", ("xai-",), r"xai-[A-Za-z0-9]{60,}"),
    ("langsmith", ("lsv2_",), r"lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}"),
    ("atlassian", ("ATATT3", "ATCTT3"), r"AT[AC]TT3[A-Za-z0-9_=-]{40,}"),
    ("sentry", ("sntry",), r"sntry[su]_[A-Za-z0-9+/=_]{40,}"),
    ("planetscale", ("pscale_",), r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,}"),
    ("dynatrace", ("dt0c01.",), r"dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{60,}"),
    ("circleci", ("CCIPAT_",), rf"CCIPAT_{_WORD}{{20,}}"),
    ("sonarqube", ("sqp_", "squ_", "sqa_"), r"sq[pua]_[a-f0-9]{40}"),
    ("onepassword", ("ops_eyJ",), r"ops_eyJ[A-Za-z0-9+/=_-]{100,}"),
    ("age", ("AGE-SECRET-KEY-1",), r"AGE-SECRET-KEY-1[A-Z0-9]{58}"),
    ("tailscale", ("tskey-",), r"tskey-[a-z]{2,8}-[A-Za-z0-9]{10,}-[A-Za-z0-9]{20,}"),
    ("brevo", ("xkeysib-", "xsmtpsib-"), r"x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}"),
    ("airtable", ("pat",), r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}"),
    ("hubspot", ("pat-na", "pat-eu"), r"pat-(?:na|eu)\d-[a-f0-9]{8}-[a-f0-9-]{27}"),
    ("buildkite", ("bkua_",), r"bkua_[a-f0-9]{40}"),
    ("bitbucket", ("ATBB",), r"ATBB[A-Za-z0-9_=-]{28,}"),
    ("contentful", ("CFPAT-",), rf"CFPAT-{_WORD}{{40,}}"),
    ("facebook", ("EAA",), r"EAA[A-Za-z0-9]{90,}"),
    ("heroku", ("HRKU-",), rf"HRKU-{_WORD}{{36,}}"),
    ("pinecone", ("pcsk_",), r"pcsk_\w{40,}"),
    ("tavily", ("tvly-",), rf"tvly-{_WORD}{{30,}}"),
    ("nvidia", ("nvapi-",), rf"nvapi-{_WORD}{{50,}}"),
    ("netlify", ("nfp_", "nfc_", "nfo_", "nfu_"), r"nf[pcou]_[A-Za-z0-9]{36,}"),
    ("cloudflare", ("v1.0-",), r"v1\.0-[a-f0-9]{24}-[a-f0-9]{146}"),
    ("mapbox", ("sk.eyJ",), rf"sk\.eyJ{_WORD}{{50,}}\.{_WORD}{{20,}}"),
    ("clojars", ("CLOJARS_",), r"CLOJARS_[a-z0-9]{60}"),
    ("artifactory", ("AKCp",), r"AKCp[A-Za-z0-9]{60,}"),
    ("posthog", ("phx_", "pha_"), r"ph[xa]_[A-Za-z0-9]{36,}"),
    ("braintree", ("access_token$",), r"access_token\$[a-z]{4,12}\$[a-z0-9]{16}\$[a-f0-9]{32}"),
    ("plaid", ("access-",), r"access-(?:sandbox|development|production)-[a-f0-9]{8}-[a-f0-9-]{27}"),
    ("shippo", ("shippo_",), r"shippo_(?:live|test)_[a-f0-9]{40}"),
    ("vercel", ("vercel_blob_rw_",), r"vercel_blob_rw_\w{30,}"),
    ("prefect", ("pnu_", "pnb_"), r"pn[ub]_[A-Za-z0-9]{36}"),
    ("typeform", ("tfp_",), r"tfp_[\w.=-]{50,}"),
    ("alibaba", ("LTAI",), r"LTAI[A-Za-z0-9]{12,20}(?!\w)"),
    ("tencent", ("AKID",), r"AKID[A-Za-z0-9]{32}(?!\w)"),
    ("yandex", ("AQVN",), rf"AQVN{_WORD}{{35,38}}(?!\w)"),
    ("easypost", ("EZAK", "EZTK"), r"EZ[AT]K[A-Za-z0-9]{54}"),
    ("duffel", ("duffel_",), r"duffel_(?:test|live)_[\w=-]{40,}"),
    ("flutterwave", ("FLWSECK",), r"FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,}(?:-[A-Za-z0-9]{1,40})?"),
    ("inngest", ("signkey-",), r"signkey-(?:prod|test|branch)-[a-f0-9]{32,}"),
    ("together", ("tgp_v1_",), rf"tgp_v1_{_WORD}{{40,}}"),
    ("neon", ("napi_",), r"napi_[a-z0-9]{60,}"),
    ("readme", ("rdme_",), r"rdme_[a-z0-9]{70}"),
    ("grafana", ("eyJrIjoi",), r"eyJrIjoi[A-Za-z0-9+/]{60,}={0,2}"),
)

#: Shapes that are less of their own: what was found must also look made by a machine.
_LIKELY_KEYS: _Shapes = (
    ("openai", ("sk-",), rf"sk-{_WORD}{{32,}}"),
    ("twilio", ("SK",), r"SK[a-f0-9]{32}(?!\w)"),
    ("aws", ("AKIA", "ASIA"), r"(?<![/+])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])"),
    ("resend", ("re_",), r"re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?!\w)"),
    ("nuget", ("NuGet", "nuget", "NUGET"), r"oy2[a-z0-9]{43}(?!\w)"),
    ("cratesio", ("cio",), r"cio[A-Za-z0-9]{32}(?!\w)"),
    ("elevenlabs", ("sk_",), r"sk_[a-f0-9]{48}(?!\w)"),
    ("launchdarkly", ("aunchDarkly", "aunchdarkly", "AUNCHDARKLY"), r"(?:api|sdk)-[a-f0-9]{8}-[a-f0-9-]{27}"),
    ("pagerduty", ("agerDuty", "agerduty", "AGERDUTY"), rf"u\+{_WORD}{{18}}(?!\w)"),
    ("discord", ("discord", "Discord", "DISCORD"), rf"[MNO]{_WORD}{{22,27}}\.{_WORD}{{6}}\.{_WORD}{{27,}}"),
)

#: Shapes whose beginning may stand anywhere.
_OTHERS: _Shapes = (
    ("slack", ("hooks.slack.com/",), r"hooks\.slack\.com/(?:services|workflows|triggers)/(?P<secret>[\w/+-]{24,})"),
    ("discord", ("/api/webhooks/",), rf"/api/webhooks/\d{{10,}}/(?P<secret>{_WORD}{{40,}})"),
    ("azure", ("JQQJ99",), r"(?<![A-Za-z0-9])[A-Za-z0-9]{40,60}JQQJ99[A-Za-z0-9]{20,}"),
    ("zapier", ("hooks.zapier.com/",), r"hooks\.zapier\.com/hooks/catch/\d+/(?P<secret>\w{5,})"),
    ("twitter", ("AAAAAAAAAAAAAAAAAAAA",), r"(?<![A-Za-z0-9])A{20,}[A-Za-z0-9%]{60,}"),
    ("teams", ("webhook.office.com/",), r"webhook\.office\.com/webhookb2/(?P<secret>[\w@/-]{40,})"),
    (
        "jwt",
        ("eyJ",),
        rf"(?<![A-Za-z0-9])eyJ{_WORD}{{8,}}\.(?:eyJ{_WORD}{{4,}}(?:\.{_WORD}*)?|{_WORD}*(?:\.{_WORD}{{16,}}){{2,3}})",
    ),
    ("password-hash", ("$2", "$5$", "$6$", "$y$", "$argon2"), r"\$(?:2[abxy]\$\d\d|5|6|y|argon2id?)\$[\w./$,=+-]{20,}"),
)


def _by_clue(shapes: _Shapes) -> Clues:
    """The shapes one by one for each clue: a text is held against all clues, and mostly has none."""
    return Clues((clue, (kind, pattern)) for kind, clues, pattern in shapes for clue in clues)


#: Where a key may begin: not inside a word, but behind the escape of a sign or of a line's end, whose last letter is
#: no part of it (`token%3Dghp_…`, `\nghp_…`, `\u003dghp_…`).
_APART = r"(?<![A-Za-z0-9])"
_ESCAPED = rf"(?:{_APART}|(?<=%[0-9A-Fa-f]{{2}})|(?<=\\[abefnrtv])|(?<=\\x[0-9A-Fa-f]{{2}})|(?<=\\u[0-9A-Fa-f]{{4}}))"
_CLUES_OF_KEYS, _CLUES_OF_LIKELY, _CLUES_OF_OTHERS = map(_by_clue, (_KEYS, _LIKELY_KEYS, _OTHERS))
_URL_LOGIN = r"://(?P<user>[^\s/:@\"'<>]*)(?::(?P<password>[^\s/\"'<>]*[^\s/\"'<>@])?)?@(?=[\w.\[$-])"


def provider_secrets(text: str) -> Iterator[tuple[str, int, int]]:
    """Kind, start and end of everything that its own shape gives away."""
    before = _ESCAPED if "%" in text or "\\" in text else _APART
    for kind, match in _matches(_CLUES_OF_KEYS, text, before=before):
        if not is_filler(match[0]):
            yield (kind, *_span(match))
    for kind, match in _matches(_CLUES_OF_LIKELY, text, before=before):
        if looks_made(match[0]) and not (is_filler(match[0]) or is_hash_or_uuid(match[0])):
            yield (kind, *match.span())
    for kind, match in _matches(_CLUES_OF_OTHERS, text):
        yield (kind, *_span(match))
    for start, end in private_keys(text):
        yield "private-key", start, end
    if "://" in text and "@" in text:
        yield from _logins_in_urls(text)


def _matches(clues: Clues, text: str, *, before: str = "") -> Iterator[tuple[str, re.Match[str]]]:
    for kind, pattern in clues.seen(text):
        for match in re.finditer(before + pattern, text):
            yield kind, match


def _span(match: re.Match[str]) -> tuple[int, int]:
    return match.span("secret") if "secret" in match.re.groupindex else match.span()


def _logins_in_urls(text: str) -> Iterator[tuple[str, int, int]]:
    """Passwords, and tokens in the place of the user, of `scheme://user:password@host`.

    A password that repeats the user (`postgres:postgres@`) is the default of some service, known to all.
    """
    for match in re.finditer(_URL_LOGIN, text):
        user, password = match["user"], match["password"]
        if password is None:
            if looks_made(user, least=20) and not is_hash_or_uuid(user):
                yield ("token", *match.span("user"))
        elif password != user and not stands_in(password) and not re.match(r"\d{1,5}[/?#]", password):
            yield ("password", *match.span("password"))
