"""Pairs of the same words that do not say the same, invented; with what the two are to each other."""

from __future__ import annotations

#: Each holds a fact that the other does not; both may hold.
BOTH_STAY = """
Only maintainers may tag releases | Maintainers may tag releases
Just the owner can rotate keys | The owner can rotate keys
All endpoints return JSON | Most endpoints return JSON
Every shard is backed up | Some shards are backed up
Few workers run on spot nodes | Many workers run on spot nodes
Any reviewer may approve | Both reviewers may approve
Either key opens the vault | Both keys open the vault
Several queues are mirrored | All queues are mirrored
The linter checks only Python files | The linter checks Python files
The script also deletes the cache | The script deletes the cache
Usually the build is green | The build is green
Nearly all pods use the sidecar | All pods use the sidecar
Everything except logs is encrypted | Everything is encrypted
Keep at least 3 replicas | Keep 3 replicas
Keep at most 3 replicas | Keep 3 replicas
Reviewers must sign the form | Reviewers may sign the form
The hook might rewrite files | The hook rewrites files
Copy the archive from berlin to oslo | Copy the archive from oslo to berlin
Sync the index out of search into billing | Sync the index out of billing into search
Move tickets from triage into backlog | Move tickets from backlog into triage
Traffic flows from the edge to the core | Traffic flows from the core to the edge
The importer writes what the exporter reads | The exporter writes what the importer reads
Marta pays Jonas for support | Jonas pays Marta for support
The scheduler wakes the worker | The worker wakes the scheduler
Checkout calls pricing | Pricing calls checkout
The gateway trusts the mesh | The mesh trusts the gateway
Releases are approved by Priya | Priya is approved by releases
Table orders references table users | Table users references table orders
Set retries = 3 for mail and timeout = 9 for sms | Set retries = 9 for mail and timeout = 3 for sms
Give alpha 2 GB and beta 4 GB | Give alpha 4 GB and beta 2 GB
Map port 80 to 8080 | Map port 8080 to 80
Listen on 9000 in blue and on 9100 in green | Listen on 9100 in blue and on 9000 in green
Cache invoices in north and receipts in south | Cache invoices in south and receipts in north
Enable tracing for api and disable it for jobs | Disable tracing for api and enable it for jobs
The disk fills because the job hangs | The job hangs because the disk fills
The queue grew so the pods restart | The queue grew because the pods restart
Use yaml or toml for configs | Use yaml and toml for configs
Run the suite with -q | Run the suite with -Q
Alert if queue depth > 40 | Alert if queue depth < 40
Alert if the depth < limit | Alert if the depth > limit
Every row of the old ledger is checked in May | In May every ledger of the old row is checked
number 7 is reserved | number 8 is reserved
At night on Monday the mill is stopped | At night the mill on Monday is stopped
Never edit generated crates | Never edit crates
Never edit existing ledgers | Never edit ledgers
The write deadline is 10 s | The deadline is 10 s
Use the live key for the mill | Use the key for the mill
GET /mills is cached | /mills is cached
The mill does not need to stop at night | The mill does not stop at night
Mills need to confirm their address | Mills need their address
Function mill() returns None on failure | Function mill() returns failure on None
Night work is allowed during harvest | Night work is during harvest
Write release notes in Latin | Write release in Latin
Pin the client to 2.1 | Pin the client to 2.10
Retry at least once | Retry at most once
Logs are kept under the root | Logs are kept over the root
Stop the daemon while the backup runs | Stop the daemon until the backup runs
Run the seed script if the table is empty | Run the seed script unless the table is empty
Call the linter in the hook | Write the linter in the hook
Keep the tests for the parser | Run the tests for the parser
数据 从 北京 到 上海 | 数据 从 上海 到 北京
甲 审核 乙 的 代码 | 乙 审核 甲 的 代码
Write tests for every bug fix | Every bug fix needs a test
"""

#: The same things in the other order, of which only one can be.
ONE_WAY = """
Use node 20 not node 18 for builds | Use node 18 not node 20 for builds
The theme is dark, not light | The theme is light, not dark
Seed the tables before the views | Seed the views before the tables
Stop the scheduler after the workers | Stop the workers after the scheduler
Before the tests build the image | Before the image build the tests
Call open() before seek() | Call seek() before open()
Indent with 2 spaces instead of 8 | Indent with 8 spaces instead of 2
The primary is slower than the replica | The replica is slower than the primary
Drain the queue before the pods | Drain the pods before the queue
Restart redis after nginx | Restart nginx after redis
"""

#: Numbered things, and what happened on several days: neither denies the other.
MANY_MAY_HOLD = """
sample item number 4 is blue | sample item number 9 is blue
test 3 needs the fixture | test 8 needs the fixture
step 2 takes the lock | step 5 takes the lock
lesson number 11 is about caching | lesson number 12 is about caching
entry 40 is redacted | entry 41 is redacted
the vpn is slow on monday | the vpn is slow on thursday
uploads of kappa fail on tuesday because the quota is full | uploads of kappa fail on friday because the quota is full
traffic peaks on saturday | traffic peaks on sunday
login breaks in march | login breaks in april
the importer fails with gzip | the importer fails with brotli
"""

#: Values that differ in little.
OTHER_VALUES = """
The bucket archive is in us-west-1 | The bucket archive is in us-west-2
Pin the sdk to v3.4 | Pin the sdk to v3.40
The hook runs once | The hook runs twice
Deploys run on Tuesday | Deploys run on Friday
"""

#: The same said otherwise.
SAME = """
The gateway is restarted by the operator | The operator restarts the gateway
Start the proxy before the gateway | Before the gateway, start the proxy
Only admins may merge | only admins may merge.
In CI the cache is off | The cache is off in CI
Every pod is monitored by the agent | The agent monitors each pod
Copy the data from alpha to omega | Please copy data from alpha to omega
Use ruff, not flake8 | Use ruff instead of flake8
The bucket media-7 is private | The media-7 bucket is private
When the tests fail, stop the release | Stop the release if the tests fail
"""
