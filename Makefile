# Everything one types while working on this. `make` alone lists it.
# PORT, OUTSIDE_PORT, LOCAL_DATA, LOCAL_ADMIN_PASSWORD and CARGO_TARGET_DIR are honoured.

.DEFAULT_GOAL := help
.PHONY: help run dev test lint openapi reset admin rebuild rehearse check-arm64 mutants browsers pictures fuzz sbom build preflight deploy logs cleanup redrive forget rollback backup restore missing drill bench door-load rush

help: ## list the targets
	@grep -E '^[a-z0-9-]+: *##' $(MAKEFILE_LIST) | sed -E 's/: *## */\t/' | expand -t 13

run: ## the whole system on http://localhost:8080, the outside world on http://localhost:8081
	@infra/make/run

dev: ## the same, and the web app reloads what changes
	@infra/make/run dev

test: ## Rust, web and browser tests
	@infra/make/test

lint: ## format, lints, dependencies, spelling, and whether generated files are current
	@infra/make/lint

openapi: ## write infra/openapi.json, the web app's types and the tables of docs/api.md from the code
	@infra/make/openapi

reset: ## empty the data of the local system
	@infra/make/reset

admin: ## list who may sign in; NAME=… ROLE=… makes one, CHANGE=1 its role, RESET=1 password, DISABLE=1 locks out; STACK=…
	@infra/make/operations admin

rebuild: ## rebuild the portal's lists and totals from the registrations; STACK=…, RESUME=… after an interruption
	@infra/make/operations rebuild

rehearse: ## deploy the real template and functions into an emulator of AWS, use, update, delete; RELEASE=1 as they are released
	@infra/make/rehearse

check-arm64: ## build some functions for arm64 and compare what they do, run by qemu, with what they do here
	@infra/make/check-arm64

browsers: ## the journey from the form to the door in Firefox and in WebKit, which make test does not use
	@infra/make/browsers

pictures: ## the README's pictures of today's web app, and the drawings, from their SVG files
	@infra/make/pictures

fuzz: ## made-up requests to every call of the API, as each role, against what its description says; ROLES=…, CASES=…
	@infra/make/fuzz

mutants: ## which changes of a crate's code no test notices; CRATE=settlement, SHARD=0/8 an eighth, FILE=… one file, JUDGES=… whose tests
	@infra/make/mutants

bench: ## what the functions weigh and cost, against their budgets, and load on the local system
	@infra/make/bench

rush: ## people in a rush: a school behind one address, thousands at once, a flood, kill -9; fails on a broken promise
	@infra/make/rush

door-load: ## a simulated crowd at the door of the local system: lost networks, wrong clocks, repeated and foreign codes
	@infra/make/door-load

sbom: ## what the functions and the web app are made of, as CycloneDX, under target/sbom
	@infra/make/sbom

build: ## the functions for Lambda, under target/lambda; ARCH=arm64 for the other processor
	@infra/make/build

preflight: ## what a deployment to ENV=… would fail on, before anything is made; deploy begins with it
	@infra/make/preflight

deploy: ## build, deploy and publish to ENV=…, which infra/environments describes
	@infra/make/deploy

logs: ## what the functions of ENV=… write, as it comes; SINCE=1h begins earlier; SERVICE=payments or LEVEL=ERROR picks
	@infra/make/logs

cleanup: ## removes what a first deployment to ENV=… has left that failed; goes on with a way back that is stuck
	@infra/make/cleanup

redrive: ## hands the dead letters of STACK=… over again, one by one, each deleted after its own answer
	@infra/make/redrive

forget: ## deletes what the tables of STACK=… hold of one person, CANDIDATE=… EMAIL=…
	@infra/make/forget

rollback: ## ENV=… as it was deployed before; RELEASE=… for an older release
	@infra/make/rollback

backup: ## ENV=…'s tables as they were at one moment, with the pictures, in a bucket; AT=… which moment, TO=s3://… another bucket
	@infra/make/backup

restore: ## what backup left, FROM=s3://…, or the tables of a deleted stack, FROM=retained, into the stack of ENV=…
	@infra/make/restore

missing: ## which payments of the provider's list, REPORT=payments.csv, are not known in ENV=…, as after a restore
	@infra/make/missing

drill: ## 20,000 candidates in the local system backed up, all deleted, restored, compared, and how long that took; CANDIDATES=…
	@infra/make/drill
