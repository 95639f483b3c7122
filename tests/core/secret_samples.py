"""Texts with secrets and texts without, by the form they are written in.

No secret stands in this file: keys are drawn at run time, from a fixed seed, and put into the templates.
"""

from __future__ import annotations

import base64
import random
import string

LOWER, UPPER, DIGITS = string.ascii_lowercase, string.ascii_uppercase, string.digits
HEX, ALNUM = DIGITS + "abcdef", LOWER + UPPER + DIGITS
WORD, BASE64 = ALNUM + "_-", ALNUM + "+/"

#: kind, what the key begins with, its alphabet, the length of the rest.
KEYS = [
    ("github", "ghp_", ALNUM, 36),
    ("github", "gho_", ALNUM, 36),
    ("github", "ghs_", ALNUM, 36),
    ("github", "github_pat_", ALNUM + "_", 82),
    ("gitlab", "glpat-", WORD, 20),
    ("gitlab", "glrt-", WORD, 20),
    ("aws", "AKIA", UPPER + DIGITS, 16),
    ("aws", "ASIA", UPPER + DIGITS, 16),
    ("google", "AIza", WORD, 35),
    ("google", "GOCSPX-", WORD, 28),
    ("google", "ya29.", WORD, 60),
    ("slack", "xoxb-", DIGITS + "-" + ALNUM, 50),
    ("slack", "xoxp-", DIGITS + "-" + ALNUM, 60),
    ("slack", "xapp-1-", ALNUM + "-", 60),
    ("stripe", "sk_live_", ALNUM, 24),
    ("stripe", "rk_test_", ALNUM, 24),
    ("stripe", "whsec_", BASE64, 32),
    ("anthropic", "sk-ant-api03-", WORD, 95),
    ("openai", "sk-proj-", WORD, 74),
    ("openai", "sk-", ALNUM, 48),
    ("openai", "sk-or-v1-", HEX, 64),
    ("npm", "npm_", ALNUM, 36),
    ("pypi", "pypi-", WORD, 120),
    ("rubygems", "rubygems_", HEX, 48),
    ("huggingface", "hf_", LOWER + UPPER, 34),
    ("digitalocean", "dop_v1_", HEX, 64),
    ("twilio", "SK", HEX, 32),
    ("databricks", "dapi", HEX, 32),
    ("shopify", "shpat_", HEX, 32),
    ("square", "sq0atp-", WORD, 22),
    ("mailgun", "key-", HEX, 32),
    ("notion", "ntn_", ALNUM, 46),
    ("linear", "lin_api_", ALNUM, 40),
    ("figma", "figd_", WORD, 40),
    ("grafana", "glsa_", ALNUM, 41),
    ("newrelic", "NRAK-", UPPER + DIGITS, 27),
    ("doppler", "dp.pt.", ALNUM, 43),
    ("vault", "hvs.", WORD, 90),
    ("pulumi", "pul-", HEX, 40),
    ("docker", "dckr_pat_", WORD, 27),
    ("supabase", "sbp_", HEX, 40),
    ("groq", "gsk_", ALNUM, 52),
    ("replicate", "r8_", ALNUM, 37),
    ("perplexity", "pplx-", ALNUM, 48),
    ("xai", "xai-", ALNUM, 80),
    ("atlassian", "ATATT3", WORD, 180),
    ("sentry", "sntryu_", HEX, 64),
    ("planetscale", "pscale_tkn_", WORD, 43),
    ("sonarqube", "sqp_", HEX, 40),
    ("age", "AGE-SECRET-KEY-1", UPPER + DIGITS, 58),
]

#: kind and text; `{m}` is made by a machine, `{c}` chosen by a person, `{w}` one small word, all of them secret.
GIVEN = [
    ("sendgrid", "mail goes out with SG.{m22}.{m43}"),
    ("telegram", "the bot 123456789:AA{m33} answers"),
    ("azure", "app secret {m3}8Q~{m34} of the tenant"),
    ("azure", "https://acme.blob.core.windows.net/box?sv=2022-11-02&sig={m43}%3D"),
    ("mailchimp", "lists: {h32}-us12"),
    ("postman", "PMAK-{h24}-{h34}"),
    ("terraform", "credentials {m14}.atlasv1.{m67}"),
    ("langsmith", "LANGSMITH lsv2_pt_{h32}_{h10}"),
    ("aws", "AKIA{u16} and {m40} of the same user"),
    ("discord", "discord bot M{m25}.{m6}.{m38}"),
    ("discord", "https://discord.com/api/webhooks/123456789012345678/{m68}"),
    ("slack", "https://hooks.slack.com/services/T{u8}/B{u8}/{m24}"),
    ("jwt", "eyJ{m17}.eyJ{m60}.{m43}"),
    ("jwt", "cut off: eyJ{m33}.eyJ{m60}"),
    ("password-hash", "deploy:$6${m16}${m86}:19000:0"),
    ("password-hash", "$2b$12${m53}"),
    ("password", "postgres://app:{c}@db.internal:5432/shop"),
    ("password", "redis://:{w}@cache:6379/0"),
    ("password", "DSN mongodb+srv://me:{c}@cluster0.abcde.mongodb.net/?retryWrites=true"),
    ("password", "git clone https://me:{c}@git.acme.dev/shop.git"),
    ("token", "git clone https://{m24}@git.acme.dev/shop.git"),
    ("password", "DB_PASSWORD={w}"),
    ("password", "export PGPASSWORD={c}"),
    ("password", "MYSQL_ROOT_PASSWORD='{w}' docker compose up"),
    ("password", "password: {c}"),
    ("password", "Password = {c}"),
    ("password", 'the config has "password": "{w}" in it'),
    ("password", "'password' => '{w}',"),
    ("password", 'config["db_password"] = "{w}"'),
    ("password", "the password is {c}."),
    ("password", "the password for the staging db is {c}"),
    ("password", "password (staging): {c}"),
    ("token", "the token for CI: {m32}"),
    ("password", "The admin password was `{c}` until May"),
    ("password", "Server=db;Database=shop;User Id=sa;Password={c};Encrypt=true"),
    ("password", "jdbc:postgresql://db/shop?user=app&password={w}&ssl=true"),
    ("password", "host=db user=app password={c} sslmode=require"),
    ("password", "psql --password {c} -h db"),
    ("password", "tool --db-password={w} run"),
    ("password", "<password>{w}</password>"),
    ("password", "- name: DB_PASSWORD\n  value: {w}"),
    ("password", '<add key="Password" value="{w}"/>'),
    ("password", "machine git.acme.dev login me password {c}"),
    ("password", '{{\\"user\\": \\"me\\", \\"password\\": \\"{w}\\"}}'),
    ("password", "ALTER USER app WITH PASSWORD '{c}'"),
    ("password", 'setPassword("{w}")'),
    ("password", "dbPass: {c}"),
    ("password", "密码是{c}"),
    ("password", "密码：{c}"),
    ("password", "Passwort: {c}"),
    ("password", "curl -u me:{w} https://acme.dev/api"),
    ("password", "mysql -h db -u root -p{c} shop"),
    ("password", "sshpass -p {c} ssh me@host"),
    ("password", "docker login -u me -p {c} registry.acme.dev"),
    ("password", "Authorization: Basic {basic}"),
    ("password", '{{"auths": {{"acme.dev": {{"auth": "{basic}"}}}}}}'),
    ("key", "API_KEY={m32}"),
    ("key", "SOME_API_KEY={h32}"),
    ("key", 'apiKey: "{m20}"'),
    ("key", "x-api-key: {m40}"),
    ("key", "the api key is {m24} for staging"),
    ("key", "AccountName=acme;AccountKey={b86}==;EndpointSuffix=core.windows.net"),
    ("key", "Endpoint=sb://acme/;SharedAccessKeyName=root;SharedAccessKey={b43}="),
    ("key", "aws_secret_access_key = {b40}"),
    ("key", "DATADOG_KEY={m40}"),
    ("key", "https://maps.acme.dev/?api_key={m32}&q=x"),
    ("token", '{{"token": "{m32}"}}'),
    ("token", "TWILIO_AUTH_TOKEN={h32}"),
    ("token", "//registry.acme.dev/:_authToken={h8}-{h4}-{h4}-{h4}-{h12}"),
    ("token", "Authorization: Bearer {m40}"),
    ("token", "curl -H 'Authorization: token {h40}' https://acme.dev"),
    ("token", 'headers["Authorization"] = "{m32}"'),
    ("token", "PRIVATE-TOKEN: {m20}"),
    ("token", "https://acme.dev/cb?access_token={m32}&state=1"),
    ("token", "tool --token {m32} run"),
    ("secret", "CLIENT_SECRET={m40}"),
    ("secret", "JWT_SECRET={w}"),
    ("secret", "client_secret: '{m32}'"),
    ("secret", "the webhook secret is {m24}"),
    ("key", 'SECRET_KEY = "django-insecure-$w(2{m40}"'),
    ("cookie", "Cookie: theme=dark; session={m32}"),
    ("cookie", "Set-Cookie: sid=s%3A{m32}.{m43}; Path=/; HttpOnly"),
]

#: Texts that hold no secret, though many words of one. `{h…}` hashes, `{m…}` other output of machines.
HARMLESS = r"""
the token is refreshed hourly
password: see the vault
Password: at least 12 characters, one digit
the password is stored in the vault
the password is hashed with argon2id
the password is required
password: required
password: string
password: "string"
password?: string | null
password: str = Field(min_length=8)
password = getpass()
password = os.environ["DB_PASSWORD"]
password=settings.DB_PASSWORD
password: process.env.DB_PASSWORD,
login(user=user, password=password)
connect(user, password=db_password)
"password": "required|min:8|confirmed"
"password": "Password must not be empty"
"password": "Passwort"
password: ""
password: null
password=
password: ********
password: <your password>
password: your-password-here
password: changeme
password = "example"
password: xxxxxxxx
PASSWORD=$DB_PASSWORD
PASSWORD=${{DB_PASSWORD:-none}}
password: ${{{{ secrets.DB_PASSWORD }}}}
password: {{{{ vault_db_password }}}}
DB_PASSWORD=%DB_PASSWORD%
PASSWORD_FILE=/run/secrets/db_password
PWD=/home/me/project2/src
pwd: ~/project2/build
password1 and password2 must be equal
the password for user42 is kept in the vault
the token for api2 was base64 encoded
the secret of v2.1 is on page 7: read it
reset the password of user42 in the admin panel
password reset tokens expire after 24h
use --password to give it, or --password-file FILE
--token is read from the environment
never pass a password on the command line
bypass: true
compass: N42
the secret is to cook it slowly
secret: my-app-secret-v2
secretName: registry-login-2
secret_ref: vault/data/app2
kubectl get secret db-credentials-v1
secrets: inherit
GITHUB_TOKEN is set by the runner
GITHUB_TOKEN: ${{{{ secrets.GITHUB_TOKEN }}}}
set GITHUB_TOKEN and OPENAI_API_KEY before the run
token: Token
token: string
token = response.json()["access_token"]
token = request.headers["X-Token"]
token=get_token(request)
token_count = 4096
max_tokens: 4096
tokens=128000
tokenizer: cl100k_base
token_type: bearer
pad_token = "<pad>"
next_page_token: null
the token 0x1F ends a unit
design token: space-4
color token: #1a2b3c
token: v2.1.3
token: 2024-05-01T10:00:00Z
token: mem_0123456789ab
a token bucket of 100 requests
api_key: your_api_key
api_key = "YOUR-API-KEY"
api_key: str | None = None
API_KEY=<key>
API_KEY=xxxx-xxxx-xxxx
API_KEY=...
api key: ask Lena
apiKey: config.apiKey
the api key is rotated weekly
the api key is base64url encoded
X-API-Key: {{{{api_key}}}}
key: value1
keys: a1, b2, c3
primary_key=True
cache_key=user:42:profile
CACHE_KEY={h40}
public_key: {h64}
foreign_key: order_id
partition_key = customer_id2
idempotency key {h8}-{h4}-{h4}-{h4}-{h12}
Authorization: Bearer <token>
Authorization: Bearer $TOKEN
the Authorization header carries a bearer token
Bearer authentication is used by the API
Basic authentication is off
"auth": "c29tZXRoaW5n"
Bearer tokens-of-the-old-format expire
Basic understanding of HTTP/2 needed
Authorization is checked in middleware/auth2.py
cookie: consent=yes; theme=dark
Cookie: consent=accepted; theme=solarized-dark
cookies: sameSite=strict; maxAge=31536000
the cookie is called session_id
postgres://user:password@localhost:5432/db
postgres://postgres:postgres@localhost/test
postgres://user:$PASSWORD@host/db
https://user:<password>@acme.dev
https://localhost:3000/@fs/src/main.ts
https://unpkg.com/react@18.2.0/umd/react.js
ssh://git@github.com/acme/shop.git
git@github.com:acme/shop.git
http://127.0.0.1:8080/?next=a@b.example
npm install @scope/pkg@1.2.3
mail to lena@acme.dev about it
curl -u "$USER:$TOKEN" https://acme.dev
docker run -u 1000:1000 image
mysql -h db -P3306 -u root -p shop
mkdir -p build/rc2
commit {h40} broke it
fixed in {h7} and {h8}
id {h8}-{h4}-{h4}-{h4}-{h12}
sha256:{h64}
md5 {h32} of the file
integrity sha512-{b86}==
"resolved": "https://registry.acme.dev/x.tgz", "integrity": "sha1-{b27}="
data:image/png;base64,iVBORw0KGgo{b200}
mem_{h12} supersedes mem_{h12}
src/components/UserProfile/UserProfile2.test.tsx
/usr/lib/python3.11/site-packages/click/core.py
C:\Users\me\AppData\Local\Temp\x1.log
v2.1.3-rc.4+build.20240501
color: #ff8800; background: #00ff0080
getUserNameFromRequestHeaderV2
ThisIsAVeryLongCamelCaseIdentifierWithNumbers123
a_very_long_snake_case_identifier_with_numbers_42
ghp_ is how these tokens begin
a token looks like ghp_{x36}
sk-ant-your-key-goes-here
sk-learn pipelines and sk-fading-circle-12
sk-learn-contrib-imbalanced-learn-extension-pack
the twilio account AC{h32} and the hash {h40} of AKIA keys
pypi-publish runs after the tag
npm_config_registry and npm_package_version
npm_lifecycle_event is set to postinstall
AKIA is the prefix of access keys
files with -----BEGIN PRIVATE KEY----- are ignored
between -----BEGIN RSA PRIVATE KEY----- and -----END RSA PRIVATE KEY----- stands the key
-----BEGIN PUBLIC KEY-----\n{b64}\n-----END PUBLIC KEY-----
-----BEGIN CERTIFICATE-----\n{b64}\n-----END CERTIFICATE-----
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{b43} me@host
SKIPPED 12 tests, SKU 4711
task-us-east-1 and key-value stores
pk_live keys are public
[masked github] was here, password: [masked password]
rotate the password every 90 days: policy2024
"type": "password", "name": "login-form-2"
<input type="password" name="password2" required>
passwords are compared in constant time (hmac.compare_digest)
private_key: Ed25519PrivateKey
private_key_path: ./keys/server2.pem
access_key_id is public, the secret key is not
encryption_key: op://vault/item/field1
the secret key is 32 bytes long
the signing key is an ed25519 key
""".strip().splitlines()

_ALPHABETS = {"m": ALNUM, "h": HEX, "u": UPPER + DIGITS, "b": BASE64, "x": "x"}
_WORDS = ("sunflower", "quokkas", "marmalade", "thunder", "lighthouse", "penguins")


def drawn(chance: random.Random, alphabet: str, length: int) -> str:
    """A key: with every sort of character that its alphabet has, as nearly all real ones of this length are."""
    sorts = [set(sort) & set(alphabet) for sort in (DIGITS, LOWER, UPPER)]
    needed = [sort for sort in sorts if sort and length >= 8]
    while True:
        key = "".join(chance.choice(alphabet) for _ in range(length))
        if all(sort & set(key[1:-1]) for sort in needed) and key[0].isalnum() and key[-1].isalnum():
            return key


def filled(template: str, chance: random.Random) -> tuple[str, tuple[str, ...]]:
    """A template with its fields drawn, and what was drawn for them."""
    parts, fields = [], []
    for literal, field, _, _ in string.Formatter().parse(template):
        parts.append(literal)
        if field:
            fields.append(_field(field, chance))
            parts.append(fields[-1])
    return "".join(parts).replace(r"\n", "\n"), tuple(fields)


def private_key(chance: random.Random, *, name: str = "RSA PRIVATE KEY", lines: int = 6) -> tuple[str, str, str]:
    """The beginning, the body and the end of an armoured key."""
    body = "\n".join([*(drawn(chance, BASE64, 64) for _ in range(lines)), drawn(chance, BASE64, 22) + "=="])
    return f"-----BEGIN {name}-----", body, f"-----END {name}-----"


def _field(field: str, chance: random.Random) -> str:
    word = chance.choice(_WORDS)
    if field == "w":
        return word
    if field == "c":
        return chance.choice(
            (f"{word}{chance.randrange(2, 99)}", f"{word.title()}!{chance.randrange(2, 9)}", f"7{word}_9x")
        )
    if field == "basic":
        return base64.b64encode(f"me:{word}".encode()).decode()
    return drawn(chance, _ALPHABETS[field[0]], int(field[1:]))
