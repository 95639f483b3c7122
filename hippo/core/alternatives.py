"""Tools that take each other's place: a project that switches to one of a row has done with the others of it.

Chosen: rows of which a project has one at a time, without names that are everyday words as well. What often stands
beside another (Redis beside PostgreSQL, a linter beside a formatter) is in no common row.
"""

from __future__ import annotations

#: `~` is a space within a name, `=` stands between the names of one thing.
_ROWS = """
npm yarn pnpm bun
pip=pip-tools=requirements.txt poetry pipenv pdm uv conda=mamba
webpack vite rollup parcel esbuild rspack turbopack browserify
gulp grunt
babel swc
jest vitest mocha jasmine karma
pytest nose=nose2 unittest
cypress playwright selenium=webdriver puppeteer protractor
tslint eslint biome oxlint standardjs
flake8 pylint ruff
black yapf autopep8
setuptools=setup.py=setup.cfg flit hatchling
mypy pyright
sphinx mkdocs docusaurus vitepress jekyll
travis=travis~ci circleci=circle~ci github~actions gitlab~ci jenkins appveyor azure~pipelines buildkite
mysql=mariadb postgres=postgresql sqlite=sqlite3 mongodb=mongo
redis memcached valkey
kafka rabbitmq nats activemq
requests httpx aiohttp urllib3 urllib2
axios node-fetch superagent
moment=momentjs date-fns dayjs luxon
lodash underscore ramda
react vue angular angularjs svelte preact
redux mobx zustand vuex pinia
typescript coffeescript
sass=scss stylus
tailwind=tailwindcss bootstrap bulma
flask django fastapi starlette
koa fastify
sqlalchemy peewee
sequelize typeorm prisma knex
docker podman
terraform opentofu pulumi cloudformation
puppet ansible
maven gradle bazel
makefile cmake meson
log4j logback log4j2
junit testng
graphql grpc
subversion=svn git mercurial=hg
heroku fly.io vercel netlify
"""
_TABLE = tuple(
    tuple(tuple(name.replace("~", " ") for name in names.split("=")) for names in row.split())
    for row in _ROWS.strip().splitlines()
)
_NAMES = frozenset(name for row in _TABLE for names in row for name in names)


def is_tool(name: str) -> bool:
    """Whether a name in small letters is that of a tool."""
    return name in _NAMES


def others_of(name: str) -> tuple[str, ...]:
    """All names of the tools whose place one takes, of which the name is given in small letters."""
    row = next((row for row in _TABLE if any(name in names for names in row)), ())
    return tuple(other for names in row if name not in names for other in names)
