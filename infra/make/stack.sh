# What `make deploy`, `make rollback` and `make logs` share: the environment ENV, its stack, and how a web app is
# published. Sourced by bash after steps.sh.
# shellcheck shell=bash

# Below: name of the stack, region, processor, provider's mode, whose web ACL, the portal's host if it has one, address of
# the web bucket. Set by use_environment and read_outputs.
# shellcheck disable=SC2034 # for the scripts that source this one
stack='' region='' architecture='' mode='' acl='' portal_host='' bucket=''

# What is on its way, until the script ends.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sam() {
  SAM_CLI_TELEMETRY=0 .tools/venv/bin/sam "$@"
}

require_aws() {
  command -v aws >/dev/null || fail "The AWS CLI is missing: install version 2 from https://aws.amazon.com/cli."
  case $(aws --version 2>&1) in
    aws-cli/1.*) fail "The AWS CLI is version 1: install version 2 from https://aws.amazon.com/cli." ;;
  esac
}

# use_environment parameters: reads infra/environments/$ENV.yaml, writes the stack's parameters to the file, and asks
# AWS in the environment's region who we are.
use_environment() {
  local known file read said
  known=$(find infra/environments -name '*.yaml' ! -name example.yaml -exec basename {} .yaml \; | sort | tr '\n' ' ')
  [ -n "${ENV:-}" ] || fail "ENV is not set: use ENV=… with one of: ${known:-none yet, copy infra/environments/example.yaml to make one}"
  file=infra/environments/$ENV.yaml
  [ -f "$file" ] || fail "There is no $file: copy infra/environments/example.yaml and fill it in."
  read=$(.tools/venv/bin/python infra/make/environment "$file" template.yaml "$1") || exit 1
  { read -r stack && read -r region && read -r architecture && read -r mode && read -r acl && read -r portal_host; } <<<"$read"
  [ "$portal_host" != none ] || portal_host=
  export AWS_REGION=$region AWS_DEFAULT_REGION=$region AWS_PAGER=
  said=$(aws sts get-caller-identity 2>&1) ||
    fail "There are no AWS credentials, or they have expired: sign in with the AWS CLI (aws login, aws sso login or aws configure). It says: $said"
}

# stack_exists [name region]: whether the stack is there. Another answer than yes or no ends the script.
stack_exists() {
  local said stack=${1:-$stack} region=${2:-$region}
  if said=$(aws cloudformation describe-stacks --stack-name "$stack" --region "$region" \
    --query 'Stacks[0].StackStatus' --output text 2>&1); then
    # What a first deployment left behind that failed, or that nobody has confirmed.
    case $said in
      ROLLBACK_COMPLETE | ROLLBACK_FAILED | REVIEW_IN_PROGRESS)
        fail "The stack $stack was never created ($said): delete it and the tables that it has left, as docs/operations.md says under \"A first deployment that failed\", and deploy again."
        ;;
    esac
    return 0
  fi
  case $said in
    *"does not exist"*) return 1 ;;
    *) fail "The stack $stack cannot be read: $said" ;;
  esac
}

# Reads the outputs of the stack; `output Name` then says one.
read_outputs() {
  outputs=$(aws cloudformation describe-stacks --stack-name "$stack" --query 'Stacks[0].Outputs[].[OutputKey,OutputValue]' --output text) ||
    fail "The outputs of the stack $stack cannot be read."
  bucket=s3://$(output WebBucketName)
}

output() {
  local value
  value=$(sed -n "s/^$1\t//p" <<<"$outputs")
  [ -n "$value" ] || fail "The stack $stack has no output $1: deploy this version of it first."
  echo "$value"
}

# parameter Name: its value in the stack as it is.
parameter() {
  aws cloudformation describe-stacks --stack-name "$stack" \
    --query "Stacks[0].Parameters[?ParameterKey=='$1'].ParameterValue" --output text
}

# pointer name: its text in releases/, or nothing where it was never set. Another answer ends the script.
pointer() {
  # --quiet would keep errors back, too.
  if ! aws s3 cp --only-show-errors "$bucket/releases/$1" - 2>"$work/said"; then
    grep -qF '(404)' "$work/said" || fail "The pointer releases/$1 of $stack cannot be read: $(<"$work/said")"
  fi
}

point() {
  printf '%s\n' "$2" | aws s3 cp --quiet --content-type text/plain - "$bucket/releases/$1"
}

# releases [file]: the names of the releases that have the file, or any, a line each, the oldest first. The template is
# uploaded last: a release that has it is whole.
releases() {
  local listed
  listed=$(aws s3api list-objects-v2 --bucket "${bucket#s3://}" --prefix releases/ --query 'Contents[].[Key]' --output text) ||
    fail "The releases of $stack cannot be listed."
  sed -n "s|^releases/\([^/]*\)/${1:-.*}\$|\1|p" <<<"$listed" | sort -u
}

# publish release: makes its web app the one that is served. Pages name the files they need, so they come last: whatever
# ends this early leaves the former pages with all they need. Files of former pages stay, for visitors who still have
# such a page open.
publish() {
  local from=$bucket/releases/$1/web to=$bucket/site former invalidation
  former=$(pointer current) || exit 1
  if [ -n "$former" ] && [ "$former" != "$1" ]; then
    # A new copy has a new date: their time to stay begins when they are replaced, not when they were published.
    step "Keeping the files of the pages that are open" \
      aws s3 cp --recursive --only-show-errors "$bucket/releases/$former/web/assets/" "$to/assets/"
  fi
  step "Publishing the hashed files" aws s3 cp --recursive --only-show-errors "$from/assets/" "$to/assets/"
  step "Publishing pictures and the like" \
    aws s3 cp --recursive --only-show-errors --exclude 'assets/*' --exclude '*.html' "$from/" "$to/"
  step "Publishing the pages" aws s3 cp --recursive --only-show-errors --exclude '*' --include '*.html' "$from/" "$to/"
  point current "$1"
  echo "==> Telling CloudFront"
  invalidation=$(aws cloudfront create-invalidation --distribution-id "$(output DistributionId)" --paths '/*' \
    --query Invalidation.Id --output text) ||
    fail "The pages are published, but CloudFront may show the previous ones for a minute: the invalidation failed."
  aws cloudfront wait invalidation-completed --distribution-id "$(output DistributionId)" --id "$invalidation" ||
    echo "CloudFront is still at work, and will finish without this command." >&2
}
