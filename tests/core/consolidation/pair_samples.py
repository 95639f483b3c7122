"""Pairs of developers' notes, invented, with what the two are to each other."""

from __future__ import annotations

#: Both cannot hold.
CONTRADICTIONS = """
The webhook timeout is 5 seconds | Webhook timeout is 15 seconds
Sidekiq runs 10 threads per process | Sidekiq runs 25 threads per process
Sessions expire after 30 minutes of inactivity | Sessions expire after 2 hours of inactivity
Keep the line length at 88 characters | Keep the line length at 120 characters
The nightly backup starts at 01:30 | The nightly backup starts at 03:00
The gRPC server listens on port 50051 | The gRPC server listens on port 50052
Uploads are limited to 5 MB per file | Uploads are limited to 50 MB per file
Use at most four workers for the importer | Use at least eight workers for the importer
The project needs Node 18 | The project needs Node 20
Pin Django to 4.2.7 | Pin Django to 5.0.1
The alert fires when disk usage is above 80% | The alert fires when disk usage is above 95%
Merge requests need three reviewers | Merge requests need one reviewer
MAX_CONNECTIONS=100 in the pool settings | MAX_CONNECTIONS=250 in the pool settings
The health check is served at /healthz | The health check is served at /status
Application logs are written to /var/log/shop.log | Application logs are written to /srv/logs/shop.log
The docs site is https://docs.acme.io | The docs site is https://acme.readthedocs.io
The linter runs on generated code | The linter does not run on generated code
Retries are enabled for payment webhooks | Retries are disabled for payment webhooks
Soft deletes are turned on for invoices | Soft deletes are turned off for invoices
The search index is rebuilt automatically | The search index is never rebuilt automatically
Feature X is available to guests | Feature X is unavailable to guests
Always squash commits before merging | Never squash commits before merging
The cookie banner is shown in the EU | The cookie banner is not shown in the EU
Signing releases is mandatory | Signing releases is optional
The changelog field is required in merge requests | The changelog field is not required in merge requests
The staging bucket is publicly readable | The staging bucket is not publicly readable
The export job is idempotent | The export job is not idempotent
Use camelCase for JSON keys | Use snake_case for JSON keys
Package the frontend with webpack | Package the frontend with esbuild
The queue is backed by RabbitMQ | The queue is backed by Kafka
The main database is Postgres | The main database is MySQL
Release branches are cut from develop | Release branches are cut from main
Type checking is done with mypy | Type checking is done with pyright
The default theme is solarized | The default theme is monokai
The service is written in Go | The service is written in Rust
Deploys happen on Tuesday | Deploys happen on Thursday
Avoid mutable default arguments in the plugin API | Mutable default arguments are fine in the plugin API
Migrations are allowed during business hours | Migrations are forbidden during business hours
It is possible to rename a column without downtime | It is impossible to rename a column without downtime
The cache is cleared before a deploy | The cache is cleared after a deploy
Timestamps are stored in UTC | Timestamps are stored in local time
Prefer dataclasses over dictionaries for settings | Prefer dictionaries over dataclasses for settings
The session token is encrypted at rest | The session token is unencrypted at rest
Run the migrations with --fake-initial | Run the migrations without --fake-initial
The API client is thread-safe | The API client is not thread-safe
Rows are fetched in ascending order of id | Rows are fetched in descending order of id
The parser ignores unknown keys | The parser does not ignore unknown keys
Ben likes long functions | Ben dislikes long functions
The outage was caused by the load balancer | The outage was not caused by the load balancer
Exceptions in hooks are swallowed | Exceptions in hooks are never swallowed
The memory limit of the worker is 512 MB | The worker has a memory limit of 1 GB
Poll the status endpoint every 10 seconds | Poll the status endpoint every minute
The linter must pass before review | The linter does not need to pass before review
Emails are sent synchronously | Emails are sent asynchronously
The admin panel is reachable from the internet | The admin panel is not reachable from the internet
Nobody may push to main directly | Everybody may push to main directly
Logs are rotated weekly | Logs are rotated daily
The retry policy uses linear backoff | The retry policy uses exponential backoff
Indent YAML files with two spaces | Indent YAML files with four spaces
Nightly builds include debug symbols | Nightly builds exclude debug symbols
The proxy strips the Authorization header | The proxy keeps the Authorization header
We cap image uploads at 8 MB | Image uploads are capped at 20 MB
Kubernetes liveness probe fires after 30s | Kubernetes liveness probe fires after 90s
The API paginates with 25 items per page | The API paginates with 100 items per page
Postgres must be version 14 | Postgres must be version 16
The error budget is 0.1% | The error budget is 1%
Elasticsearch heap size is 4g | Elasticsearch heap size is 8g
Sentry sample rate is 0.2 | Sentry sample rate is 0.5
Set LOG_LEVEL=debug on the canary | Set LOG_LEVEL=warn on the canary
Every endpoint must be authenticated | Endpoints need not be authenticated
The token refresh happens in the background | The token refresh does not happen in the background
It's okay to force push to feature branches | Never force push to feature branches
CSV export works in Safari | CSV export is broken in Safari
The audit log is append-only | The audit log is not append-only
The deploy script is safe to re-run | The deploy script is not safe to re-run
All services share one database | Services do not share a database
Rate limiting is applied per user | Rate limiting is applied per IP address
Feature toggles live in ConfigCat | Feature toggles live in Unleash
Secrets are kept in Vault | Secrets are kept in AWS Secrets Manager
Static files are served by nginx | Static files are served by Caddy
Hotfixes are branched from main | Hotfixes are branched from production
Team standup is on Monday | Team standup is on Wednesday
Pull requests require a linked issue | Pull requests do not require a linked issue
The test database is reset between tests | The test database is not reset between tests
Use single quotes in JavaScript | Use double quotes in JavaScript
Quote strings with single quotes | Quote strings with double quotes
The user prefers short answers | The user prefers long answers
The user wants tests written first | The user does not want tests written first
Imports are sorted by isort | Imports are not sorted
Run e2e tests in headless mode | Don't run e2e tests in headless mode
The scheduler is single-threaded | The scheduler is multi-threaded
Docker images are pushed to ghcr.io | Docker images are pushed to docker.io
The job queue drops messages on restart | The job queue keeps messages on restart
The cron job runs at midnight UTC | The cron job runs at 6 am UTC
Snapshots must be committed | Snapshots must not be committed
Retry-After header is honoured by the client | The client ignores the Retry-After header
Container memory is limited to 256Mi | Container memory is limited to 1Gi
Batch inserts use chunks of 500 rows | Batch inserts use chunks of 5000 rows
The mobile build needs Xcode 14 | The mobile build needs Xcode 15
Wait 5 seconds between retries | Wait 30 seconds between retries
Keep artifacts for 7 days | Keep artifacts for 90 days
The feature is behind the flag new_checkout | The feature is behind the flag checkout_v2
Error messages are translated | Error messages are not translated
Squash merging is allowed | Squash merging is not allowed
The API accepts XML | The API rejects XML
Docs must be written before the code | Docs must be written after the code
It is fine to use print in scripts | Never use print in scripts
The config loader raises on unknown keys | The config loader does not raise on unknown keys
The worker pool has 4 threads | The worker pool has 16 threads
Caching is handled by Varnish | Caching is handled by Cloudflare
The staging database is refreshed nightly | The staging database is never refreshed
Ticket IDs are required in commit messages | Ticket IDs are optional in commit messages
The CLI is installed with pipx | The CLI is installed with brew
The rate limit resets every hour | The rate limit resets every day
Feature branches are deleted after merge | Feature branches are kept after merge
The Kafka topic has 12 partitions | The Kafka topic has 24 partitions
Use a read-only connection for reports | Use a writable connection for reports
Our SLA is 99.9% | Our SLA is 99.99%
Users can change their email | Users cannot change their email
The admin page requires 2FA | The admin page does not require 2FA
API responses are gzipped | API responses are never gzipped
The linter treats warnings as errors | The linter does not treat warnings as errors
We deploy from the release branch | We deploy from the main branch
The default timezone is Europe/Berlin | The default timezone is America/New_York
Terraform state is stored in S3 | Terraform state is stored in GCS
The import accepts files with a header row | The import accepts files without a header row
Every service logs JSON | No service logs JSON
Uploads over 100 MB are rejected | Uploads over 250 MB are rejected
The gateway adds a request id | The gateway does not add a request id
Test coverage must stay above 80% | Test coverage must stay above 90%
Access logs are enabled on the edge nodes | Access logs are off on the edge nodes
Sessions survive a restart | Sessions do not survive a restart
The cookie lasts 30 days | The cookie lasts 24 hours
Set the replica count to 3 | Set the replica count to 5
Storybook runs on port 6006 | Storybook runs on port 9009
Translations are reviewed by the docs team | Translations are not reviewed
Backups are encrypted | Backups are not encrypted
The team uses trunk-based development | The team does not use trunk-based development
The search endpoint is case-sensitive | The search endpoint is case-insensitive
pip installs run with --no-cache-dir | pip installs run without --no-cache-dir
The user wants commit messages in English | The user wants commit messages in German
The theme color is #ff0000 | The theme color is #00ff00
"""

#: The second reports a change of what the first says.
UPDATES = """
The webhook timeout is 5 seconds | The webhook timeout was raised from 5 to 20 seconds
We use Travis for continuous integration | We moved from Travis to GitHub Actions for continuous integration
The formatter is yapf | We switched the formatter from yapf to black
The project needs Node 18 | The project now needs Node 20
The monolith serves the checkout page | The monolith no longer serves the checkout page
Search runs on Solr | Search was migrated from Solr to Elasticsearch
Lena maintains the billing service | Maintenance of the billing service moved from Lena to Omar
The --verbose-sql flag prints every query | The --verbose-sql flag was removed in version 4
Use moment.js for dates | We replaced moment.js with date-fns
Builds take 25 minutes | Builds now take 9 minutes
The weekly sync is at 14:00 | The weekly sync was moved to 15:30
Python 3.8 is supported | We dropped support for Python 3.8
The importer crashes on empty lines | Fixed: the importer no longer crashes on empty lines
Config lives in settings.ini | Config was moved from settings.ini to pyproject.toml
The beta flag is off by default | The beta flag is now on by default
Runners use ubuntu-20.04 | Runners were upgraded to ubuntu-24.04
Sessions are kept in Redis | Sessions are now kept in Postgres instead of Redis
The client calls legacy_login() | legacy_login() is deprecated; call sign_in() instead
The API limit is 50 requests per minute | The API limit was increased to 200 requests per minute
The repo is called acme-web | The repo was renamed from acme-web to acme-frontend
We sign commits with GPG | We stopped signing commits with GPG
The signing key ends in 77ab | We rotated the signing key, the new one ends in 10fe
Passwords are hashed with md5 | As of version 3.0 passwords are hashed with bcrypt instead of md5
Errors are reported to Rollbar | Rollbar has been replaced by Sentry for errors
The default branch is master | The default branch was renamed from master to main
The free tier allows 5 users | The free tier now allows 10 users
Mails go through SendGrid | Mails now go through Postmark
The nightly job runs at 02:00 | The nightly job has been rescheduled to 04:30
Our CI runs on CircleCI | CI has been migrated to Buildkite
The gateway timeout is 30 seconds | Increased the gateway timeout from 30 to 60 seconds
Images are hosted on S3 | As of June images are hosted on Cloudflare R2
Frontend state lives in Redux | We migrated frontend state from Redux to Zustand
The mobile team owns the push service | Push service ownership was handed over from the mobile team to platform
Dev server listens on port 3000 | Dev server now listens on port 5173
The orders table has no index on status | Added an index on status to the orders table
The staging cluster runs Kubernetes 1.26 | The staging cluster was upgraded to Kubernetes 1.29
Tests need Docker | Tests no longer need Docker
The script is called build.sh | build.sh was renamed to make_release.sh
Retros are held every week | Retros are now held every two weeks
Lint with tslint | tslint is deprecated, use eslint instead
Use setup.py for packaging | We dropped setup.py in favour of pyproject.toml
API v1 is supported | Support for API v1 ended, use v2
The cart uses Mongo | The cart now uses DynamoDB
The limit per page is 20 | The limit per page has been lowered to 10
Deployments go through Ansible | Ansible was replaced with Helm for deployments
Reports are generated by cron | Reports are no longer generated by cron
The queue is hosted on EC2 | The queue moved from EC2 to Fargate
Use the foo_client library | foo_client has been deprecated in favour of bar_client
The login flow breaks on Firefox | The login flow on Firefox was fixed
Tom leads the search team | Ana took over the search team from Tom
The widget height is 40 px | The widget height changed from 40 px to 56 px
Backups run at 3 am | Backups now run at 5 am
The API returns XML | The API was switched from XML to JSON
The build uses Java 11 | The build now uses Java 21
Nina is the release manager | Paul took over from Nina as release manager
The docs live in Confluence | The docs were moved to Notion
The beta program is open | The beta program has ended
Login requires a captcha | Login no longer requires a captcha
The team lead approves expenses | As of May the finance team approves expenses instead of the team lead
The cache bug breaks search | The cache bug that broke search has been fixed
"""

#: Both say the same.
DUPLICATES = """
Run the formatter before committing | Always run the formatter before you commit
The config is read from config.yml | Configuration is read from config.yml
The cache expires after 60 minutes | The cache expires after 1 hour
The upload limit is 2048 KB | The upload limit is 2 MB
Retries are disabled in tests | Retries are not enabled in tests
The API returns 10,000 rows at most | The API returns at most 10000 rows
Tests are run by tox | tox runs the tests
Remove the build directory when the bundler hangs | Delete the build folder if the bundler hangs
Never commit secrets | Do not commit secrets
Don't use wildcard imports | Avoid wildcard imports
The worker can't reach the database | The worker cannot reach the db
Dana approves all releases | All releases are approved by Dana
The env var API_TOKEN must be set | API_TOKEN environment variable must be set
Auth tokens are kept in Redis | Auth tokens are stored in Redis
The service needs 2 GB of memory | The service requires 2 GB of memory
Use the staging database for load tests | For load tests use the staging db
The build fails if the lock file is missing | The build fails when the lockfile is missing
Error: cannot open shared object file libfoo.so | error: cannot open shared object file: libfoo.so
The docs are generated with sphinx | Documentation is generated with Sphinx.
Use UTC for all timestamps | Please use UTC for all timestamps
Prefer tabs over spaces in Makefiles | In Makefiles prefer tabs over spaces
The job runs every 5 minutes | The job is run every 300 seconds
Jobs may run for no more than 30 minutes | Jobs may run for at most 30 minutes
The bucket acme-media lives in eu-west-1 | acme-media bucket is in eu-west-1
Restart the daemon after changing the config | After changing the configuration restart the daemon
It is not possible to undo a purge | It is impossible to undo a purge
The scheduler is unable to read crontab.txt | The scheduler cannot read crontab.txt
Set DEBUG=0 in production | In prod set DEBUG=0
The queue holds a maximum of 500 jobs | The queue holds up to 500 jobs
Make sure to run migrations after deploying | After deploying, run the migrations
pytest is slow on the CI because of coverage | On CI pytest is slow due to coverage
Secrets must never be logged | Do not log secrets
The retry limit is three | Retry limit: 3
Use pnpm rather than npm | Use pnpm instead of npm
You need to restart nginx after editing the config | nginx must be restarted after the config is edited
The k8s cluster is in us-east-1 | Kubernetes cluster runs in us-east-1
Timeout is half a minute | Timeout is 30 seconds
The report endpoint is rate limited to 10 requests per second | Report endpoint rate limit is 10 req/s
Don't edit generated files by hand | Never manually edit generated files
User prefers dark mode | The user likes dark mode
Logs rotate every 24 hours | Logs rotate daily
`make test` runs the unit tests | Unit tests are run by `make test`
Postgres listens on port 5433 locally | Locally Postgres listens on 5433
The token lasts 24h | The token lasts 1 day
FATAL: password authentication failed for user "app" | FATAL: password authentication failed for user "app".
The retry delay is 1500 ms | Retry delay: 1.5 s
Don't deploy on Fridays | Never deploy on Friday
Set NODE_ENV=production when building | When building set NODE_ENV=production
Users must verify their email address | Users need to verify their email address
The linter is executed by the pre-commit hook | The pre-commit hook runs the linter
Restarting the worker clears the queue | The queue is cleared by restarting the worker
Use absolute imports | Please always use absolute imports.
Migration scripts live in db/migrations | The migration scripts are located in db/migrations
The payment API isn't idempotent | The payment API is not idempotent
Logs are stored for fourteen days | Logs are kept for 2 weeks
Disable the cache during tests | During tests the cache must be disabled
Reindexing takes 90 minutes | Reindexing takes 1.5 hours
You must not edit vendor/ by hand | Never edit vendor/ by hand
If tests fail, the deploy is blocked | The deploy is blocked when tests fail
The database is backed up every night | Every night the db is backed up
Always pin dependency versions | Pin versions of dependencies
The service doesn't support IPv6 | The service does not support IPv6
Emails are sent by the worker | The worker sends emails
The maximum upload size is 10 MB | Max upload size: 10MB
The script requires Python 3.11 | Python 3.11 is required by the script
Turn off the VPN before running the e2e tests | Disable the VPN before you run the end-to-end tests
"""

#: Near each other, and both may hold; or about different things.
OTHERS = """
staging listens on port 7001 | production listens on port 7002
The read timeout is 30 s | The write timeout is 10 s
Min replicas is 2 | Max replicas is 8
On Linux the socket is /run/app.sock | On macOS the socket is /tmp/app.sock
GET /orders is cached | POST /orders is not cached
Admins can export invoices | Guests cannot export invoices
When the queue is full the producer blocks | When the queue is empty the consumer blocks
Free users get 5 exports | Enterprise users get 500 exports
The limit used to be 10 per minute | The limit is 60 per minute
Should we raise the timeout to 60 seconds? | The timeout is 30 seconds
Maybe switch to Postgres later | The main database is MySQL
If we enabled compression the CPU would suffer | Compression is disabled on the gateway
ModuleNotFoundError: No module named attrs | ModuleNotFoundError: No module named click
Bump requests from 2.31.0 to 2.32.3 | Bump urllib3 from 2.0.7 to 2.2.2
Add retry to the uploader | Remove retry from the downloader
test_import timed out after 30s | test_export timed out after 60s
The message "token is not valid" comes from the gateway | The gateway checks that the token is valid
The parser is fast but does not check types | The parser is fast because it is written in C
Table users has 12 columns | Table orders has 30 columns
Worker 1 handles mail | Worker 2 handles reports
Use pytest for unit tests | Use locust for load tests
Port 8080 must be open for the proxy | Port 8443 must be open for the gateway
The S3 client retries 3 times | The SQS client retries 5 times
Do not cache search results | Cache product pages
Never log passwords | Never log access tokens
Always close the file | Always close the socket
Use UTC in logs | Use ISO dates in reports
The cart service leaks memory | The cart service is restarted nightly because it leaks memory
Frontend: use two spaces | Backend: use four spaces
Tests on main are green, no fix needed | The fix for flaky tests is on main
The payments team uses Kotlin | The payments team sits in Lisbon
Lesson: pin the base image | Lesson: never trust user input
The API key is stored in Vault | The API key is needed by the mobile app
We use Redis for caching | Redis backups are kept for 7 days
The import of customers.csv takes 10 minutes | The import of orders.csv takes 40 minutes
Cache hits take 2 ms | Cache misses take 90 ms
The parser accepts up to 100 columns | Our largest file has 40 columns
CI must not use more than 4 GB of memory | The build uses 2 GB of memory
Phase 1 ends on 2024-03-01 | Phase 2 ends on 2024-06-01
Yesterday the deploy took 40 minutes | Last week the deploy took 12 minutes
Redis timed out at 02:00 | Redis timed out at 03:15
Version 2 of the API returns XML | Version 3 of the API returns JSON
Use git rebase for local branches | Use git merge for shared branches
The mobile app supports dark mode | The desktop app does not support dark mode
Install the package with pip install -e . | Run the package with python -m app
Read replicas lag by 2 s | The primary answers within 5 ms
The retry counter is reset after success | The retry counter is stored in Redis
The Go client needs a token | The Go client needs a region
The east well is dry | The west well is deep
fix: handle empty input in parser | fix: handle empty input in lexer
Never deploy on Friday | Never deploy on Saturday
Write commit messages in English | Write release notes in German
The login page is slow on Safari | The login page is fast on Chrome
The report was wrong because a filter was missing | The report needs a date filter
Enable debug logging in the importer while testing | Disable the cache in unit tests
Bob is allergic to YAML | Bob reviews the YAML files
The color of the header is blue | The font of the header is Inter
The gateway times out after 30 s | The gateway retries twice
Use Sentry for errors | Use Datadog for metrics
Redis 7 runs in production | Redis 6 runs on staging
Always write docstrings | Always write tests
The admin UI is in React | The landing page is in Svelte
Function load_user() returns None on failure | Function load_order() raises on failure
ERROR timeout after 5000ms in worker-3 | ERROR timeout after 8000ms in worker-7
Upload failed with status 413 | Upload failed with status 502
Should migrations run before deploy? | Migrations run before deploy
Alice owns billing | Bob owns search
Never use eval in templates | Never use exec in plugins
The cache is warmed at startup | The cache is stored in memory
Use 2 spaces in YAML | Use 4 spaces in Python
Unit tests must not touch the network | Integration tests may touch the network
shard-1 holds users A to M | shard-2 holds users N to Z
The EU region uses Frankfurt | The US region uses Virginia
Deploys take 10 minutes | Rollbacks take 2 minutes
Free shipping starts at 50 euros | Express shipping costs 10 euros
Prefer async views for IO | Prefer sync views for CPU work
README says port 8000 | The compose file maps port 8080
Add index on users.email | Add index on orders.user_id
The v1 API is read-only | The v2 API is writable
The linter complains about unused imports | The linter ignores generated files
Step 2: run the seed script | Step 3: run the import script
The client sends gzip | The server does not accept gzip
The old parser was slow | The new parser is fast
Remember to bump the version | Remember to update the changelog
Use feature flags for risky changes | Use canary deploys for risky changes
The parser is written in Rust | The formatter is written in Go
Test uploads with small files | Test downloads with small files
The cache key includes the locale | The cache key includes the user id
Rename the variable before review | Delete the branch after review
User asked for a dark theme | User asked for a bigger font
The frontend calls /api/v2/users | The backend serves /api/v2/orders
Postgres 14 is the minimum version | Redis 6 is the minimum version
Login fails with code 401 | Login fails with code 500
Never commit .env files | Never commit build output
The first retry waits 1 s | The second retry waits 5 s
Upload works on 4G | Upload is slow on 3G
Build the image with docker build . | Push the image with docker push
CI runs on every pull request | CI caches node_modules
Pods are restarted when memory exceeds 1 GB | Pods are throttled when CPU exceeds 80%
Prefer const over let | Prefer let over var
The UI team prefers Figma | The backend team prefers plain text
Use the sandbox key in tests | Use the live key in production
Dates in the API are ISO 8601 | Dates in the UI follow the locale
Don't use floats for money | Use decimals for money
The mobile client caches images | The web client caches nothing
The nightly job takes 20 minutes | The weekly job takes 2 hours
API keys are rotated every 90 days | Passwords are rotated every 180 days
Never share the staging key | Share the sandbox key freely
The mobile app needs iOS 15 | The desktop app needs macOS 12
Reports are sent on Monday | Invoices are sent on Friday
The sidebar has 3 sections | The footer has 5 sections
Commit early | Push often
The parser handles UTF-8 | The parser handles UTF-16
Why is the build slow? | The build is fast
The old API returned 404 | The new API returns 410
Docker needs 4 GB of RAM | Elasticsearch needs 8 GB of RAM
User: prefers tabs | Linter: prefers spaces
The first request takes 3 s | Later requests take 20 ms
Use snake_case in Python | Use camelCase in JavaScript
Run black on the backend | Run prettier on the frontend
The cron of billing runs at 1 am | The cron of search runs at 3 am
Add tests for the parser | Add docs for the parser
Cancel the job if it takes more than 1 hour | Warn if the job takes more than 30 minutes
"""


def pairs(block: str) -> list[tuple[str, str]]:
    """The pairs of one of the blocks."""
    found = []
    for line in block.strip().splitlines():
        one, _, other = line.partition(" | ")
        found.append((one, other))
    return found
