# What `make deploy`, `make rollback` and `make logs` share: the environment ENV, its stack, and how a web app is
# published. Sourced by bash after steps.sh.
# shellcheck shell=bash

# Below: name of the stack, region, processor, provider's mode, whose web ACL, the portal's host if it has one, the account
# that the environment names, address of the web bucket. Set by use_environment and read_outputs.
# shellcheck disable=SC2034 # for the scripts that source this one
stack='' region='' architecture='' mode='' acl='' portal_host='' account='' bucket=''

# What is on its way, until the script ends.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sam() {
  SAM_CLI_TELEMETRY=0 .tools/venv/bin/sam "$@"
}

# The oldest version with every option that the scripts and docs/operations.md use: `--warm-throughput` came last. Debian 12's
# is older, and does not know `--deletion-protection-enabled` either.
aws_cli_needed=2.22.0

require_aws() {
  local version install="install version $aws_cli_needed or newer from https://aws.amazon.com/cli."
  command -v aws >/dev/null || fail "The AWS CLI is missing: $install"
  version=$(aws --version 2>&1 | sed -n 's|^aws-cli/\([0-9.]*\).*|\1|p')
  [ "$(printf '%s\n' "$aws_cli_needed" "${version:-0}" | sort -V | head -n 1)" = "$aws_cli_needed" ] ||
    fail "The AWS CLI is version ${version:-unknown}, which is too old: $install"
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
  { read -r stack && read -r region && read -r architecture && read -r mode && read -r acl && read -r portal_host &&
    read -r account; } <<<"$read"
  [ "$portal_host" != none ] || portal_host=
  edge=$stack-$region-edge edge_alarms=$stack-$region-edge-alarms
  export AWS_REGION=$region AWS_DEFAULT_REGION=$region AWS_PAGER=
  said=$(aws sts get-caller-identity --query Account --output text 2>&1) ||
    fail "There are no AWS credentials, or they have expired: sign in with the AWS CLI (aws login, aws sso login or aws configure). It says: $said"
  [ "$account" = none ] || [ "$account" = "$said" ] ||
    fail "These are credentials of the account $said, and $ENV belongs to $account: sign in to that one."
}

# use_event: the facts of the event that everything of this release is built with, the functions and the pages alike. Says what
# in them is still a placeholder, and leaves it in $placeholders.
placeholders=''
use_event() {
  export EVENT_FILE=infra/environments/$ENV.event.json
  [ -f "$EVENT_FILE" ] || EVENT_FILE=event.json
  placeholders=$(.tools/venv/bin/python infra/make/event-facts "$EVENT_FILE") || exit 1
  echo "The event is that of $EVENT_FILE."
  if [ -n "$placeholders" ]; then
    echo "Still placeholders in it:"
    # shellcheck disable=SC2001 # of each line
    sed 's/^/  - /' <<<"$placeholders"
  fi
}

# The web ACL is in front of CloudFront, whose resources must be in us-east-1, and so must the alarms of both; their names say
# which stack they belong to.
edge_region=us-east-1 edge='' edge_alarms=''

# stack_status [name region]: what CloudFormation says of the stack, or nothing where there is none. Another answer ends the
# script.
stack_status() {
  local said stack=${1:-$stack} region=${2:-$region}
  if ! said=$(aws cloudformation describe-stacks --stack-name "$stack" --region "$region" \
    --query 'Stacks[0].StackStatus' --output text 2>&1); then
    [[ $said = *"does not exist"* ]] || fail "The stack $stack cannot be read: $said"
    return
  fi
  echo "$said"
}

# stack_exists [name region]: whether the stack is there and can be changed.
stack_exists() {
  local status stack=${1:-$stack}
  status=$(stack_status "$@") || exit 1
  case $status in
    "") return 1 ;;
    # What a first deployment left behind that failed, or that nobody has confirmed.
    ROLLBACK_COMPLETE | ROLLBACK_FAILED | REVIEW_IN_PROGRESS | CREATE_FAILED | DELETE_FAILED)
      fail "The stack $stack was never created, or not deleted ($status): \`make cleanup ENV=$ENV\` shows why and removes what is left of it. Then deploy again."
      ;;
    UPDATE_ROLLBACK_FAILED)
      fail "The stack $stack is stuck on its way back ($status): \`make cleanup ENV=$ENV\` shows why and goes on with it."
      ;;
    *_IN_PROGRESS) fail "The stack $stack is being changed just now ($status): wait until that has ended." ;;
  esac
}

without_portal_host="The portal has no host of its own (PortalHost): it is at the site's, where the payment provider's script runs.
Anyone who can change that script can act as the person who has signed in to the portal (docs/operations.md, \"The portal's host\")."

# What the organisers have not given yet is named; production does not go out with it unasked.
check_placeholders() {
  [ -n "$placeholders" ] || return 0
  [ "$mode" != production ] || [ -n "${KEEP_PLACEHOLDERS:-}" ] ||
    fail "This is production, so nothing was deployed: put in what is real, in infra/environments/$ENV.event.json, and take it out of its placeholders, or run with KEEP_PLACEHOLDERS=1."
}

# preflight: all that `make deploy` asks before it builds, so that `make preflight` alone is green for nothing that it refuses.
# infra/preflight has the checks of the account. Leaves in $first whether there is no stack yet.
first=''
preflight() {
  local command status=0
  check_prerequisites
  for command in curl openssl git; do
    command -v "$command" >/dev/null || fail "$command is missing: install the package $command."
  done
  require_aws
  infra/make/tools deploy
  use_environment "$work/parameters.yaml"
  use_event
  [ -n "$portal_host" ] || echo "$without_portal_host"
  stack_exists "$stack" || first=yes
  # Those in us-east-1 have checks of their own: what a first one has left is to be deleted before another.
  [ "$acl" != ours ] || stack_exists "$edge" "$edge_region" || true
  stack_exists "$edge_alarms" "$edge_region" || true
  .tools/venv/bin/python infra/preflight "$work/parameters.yaml" "$stack" "$region" "$mode" || status=1
  (check_placeholders) || status=1
  [ "$status" = 0 ] || exit 1
}

# deploy_template template [overrides]: what both deployments and rollbacks do with a template that is packaged.
deploy_template() {
  sam deploy --template-file "$1" --stack-name "$stack" --region "$region" --resolve-s3 --s3-prefix "$stack" \
    --capabilities CAPABILITY_IAM --no-confirm-changeset --no-fail-on-empty-changeset "${@:2}"
}

# review template [overrides]: stops before a change that would take away or replace what people's data is in, or the address
# that DNS points to. CloudFormation keeps the table then, and the functions get a new, empty one. REPLACE names what may go.
review() {
  local name its lost
  lost=$(losses "$@") || exit 1
  lost=$(sed '/ added$/d' <<<"$lost")
  while read -r name its _; do
    [[ -z $name || " ${REPLACE:-} " = *" $name "* ]] ||
      fail "This would remove or replace $name, so nothing was changed: its contents would be left behind in $its, and the next deployment would make an empty one. If that is meant, say REPLACE=\"$(column 1 <<<"$lost")\"."
  done <<<"$lost"
}

# contents: the tables and buckets of the stack, a line each: the name in the template, its own, and what it is.
contents() {
  aws cloudformation list-stack-resources --stack-name "$stack" --output text --query \
    "StackResourceSummaries[?(ResourceType=='AWS::DynamoDB::Table' || ResourceType=='AWS::S3::Bucket') && !starts_with(ResourceStatus, 'DELETE')].[LogicalResourceId,PhysicalResourceId,ResourceType]"
}

# keep_contents: which tables and buckets the live release has, before another is begun, whose own come into their places.
keep_contents() {
  local had begun current
  begun=$(pointer begun) && current=$(pointer current) || return 1
  [ -n "$current" ] && [ "$begun" = "$current" ] || return 0
  had=$(contents) && point "$current/contents" "$had"
}

# look_back release template [overrides]: leaves in $back what going back to the release does to what `review` looks at, a line each:
# "new" where the release would get another than it had, "left" where it does not know it; the name in the template, its own name now
# and that in the release, where what it would miss is, and what it is; "-" for none.
back=''
look_back() {
  local release=$1 changes now had begun current
  changes=$(losses "${@:2}") && now=$(contents) && had=$(pointer "$release/contents") && begun=$(pointer begun) &&
    current=$(pointer current) || return 1
  # Nothing has been live since the release, so its data are where they were.
  [ "$release" = "$current" ] && [ "$begun" != "$current" ] || current=
  back=$(awk -v live="$current" '
    function line(how, its, kind) {
      before = ($1 in had) ? had[$1] : "-"
      print how, $1, its, before, (its == "-" || live != "" && before != "-" ? before : its), kind
    }
    FNR == 1 { file++ }
    NF < 3 { next }
    file == 1 { had[$1] = $2 }
    file == 2 { looked[$1]; line($4 == "removed" ? "left" : "new", $4 == "added" ? "-" : $2, $3) }
    file == 3 && live != "" && !($1 in looked) && ($1 in had) && had[$1] != $2 { line("new", $2, $3) }' \
    <(echo "$had") <(echo "$changes") <(echo "$now"))
}

# tell_back release: each line of $back as a sentence.
tell_back() {
  awk -v release="$1" '
    $1 == "new" { print "  - " $2 " would be another one than in " release ($4 == "-" ? "" : ", where it was " $4) ($3 == "-" ? "." : "; now it is " $3 ".") }
    $1 == "left" { print "  - " $2 " would be taken away: now it is " $3 "." }' <<<"$back"
}

# table_there name: whether there is such a table.
table_there() {
  aws dynamodb describe-table --table-name "$1" >/dev/null 2>&1
}

# tell_adoption how when: the commands that bring the contents of such tables of $back into those that the stack has then.
tell_adoption() {
  local name from kind restored known tables=()
  restored=" $(sed -n 's/^TABLES = (\(.*\))$/\1/p' infra/recovery/aws.py | tr -d '",') "
  known=$(awk -v how="$1" '$1 == how { print $2, $5, $6 }' <<<"$back")
  while read -r name from kind; do
    if [[ $kind != AWS::DynamoDB::Table || $from = - ]] || ! table_there "$from"; then
      continue
    elif [[ $restored = *" $name "* ]]; then
      tables+=("$name=$from")
    else
      echo "$2, for the contents of $from: \`AWS_REGION=$region .tools/venv/bin/python infra/make/copy-items $from <the new $name> --write\`."
    fi
  done <<<"$known"
  [ "${#tables[@]}" = 0 ] || echo "$2: \`make restore ENV=$ENV FROM=\"${tables[*]}\" KEEP=1\`."
}

# tell_left: what the stack has left behind on its way back, and the commands that adopt or delete it.
tell_left() {
  local how name its kind
  while read -r how name its _ _ kind; do
    [ "$how" = left ] || continue
    if [ "$kind" != AWS::DynamoDB::Table ]; then
      echo "$name, $its, is no longer part of the stack; its DeletionPolicy says whether it is kept."
    elif table_there "$its"; then
      echo "The table $its ($name) stays behind, and nothing uses it. This deletes it:"
      echo "  aws dynamodb update-table --region $region --table-name $its --no-deletion-protection-enabled"
      echo "  aws dynamodb wait table-exists --region $region --table-name $its"
      echo "  aws dynamodb delete-table --region $region --table-name $its"
    fi
  done <<<"$back"
  tell_adoption left "To keep what is in it, after a deployment that makes the table again"
}

# review_back release template [overrides]: stops before a way back that loses anything which REPLACE does not name.
review_back() {
  local name
  look_back "$@" || return 1
  for name in $(column 2 <<<"$back"); do
    if [[ " ${REPLACE:-} " != *" $name "* ]]; then
      {
        echo "Going back to $1 would take away or replace this, so nothing was changed:"
        tell_back "$1"
        echo "If that is meant, say REPLACE=\"$(column 2 <<<"$back")\"."
        tell_adoption new "Afterwards"
      } >&2
      return 1
    fi
  done
}

# losses template [overrides]: what of that kind the change would take away, replace or add, a line each: its name in the template, its
# own, what it is, and "removed", "replaced" or "added".
losses() {
  local said change status=0
  said=$(deploy_template "$@" --no-execute-changeset 2>&1) || fail "The change of the stack cannot be looked at: $said"
  change=$(grep -oE 'arn:[^[:space:]]+:changeSet/[^[:space:]]+' <<<"$said" | tail -n 1) || return 0
  (losses_of_change "$change") || status=1
  aws cloudformation delete-change-set --change-set-name "$change" >/dev/null && return "$status"
}

# column number: of each line, in one.
column() {
  awk -v column="$1" 'NF { printf "%s%s", between, $column; between = " " }'
}

losses_of_change() {
  local listed kind action replaced name id properties found indexes
  listed=$(aws cloudformation describe-change-set --change-set-name "$1" --output text --query \
    "Changes[].ResourceChange.[ResourceType,Action,Replacement,LogicalResourceId,PhysicalResourceId,
    join(',', not_null(Details[?Target.RequiresRecreation!='Never' && Target.Name].Target.Name, \`[]\`))]") ||
    fail "The change set $1 cannot be read."
  # No tab, of which two are one to bash.
  while IFS='|' read -r kind action replaced name id properties; do
    found=
    case $kind in
      AWS::DynamoDB::Table)
        [ "$action" != Modify ] || found=$(changes_of_table "$1" "$name" "$id")
        indexes=${found#indexes } found=${found%% *}
        [ "$found" != indexes ] ||
          fail "This would add or remove $indexes indexes of $name, and DynamoDB takes one at a time, so nothing was changed: release them one after the other."
        # An attribute that is added or left out, as with an index, replaces nothing; one that is changed does.
        [[ $replaced != Conditional || ,$properties, =~ ^(,AttributeDefinitions)+,$ ]] || replaced=True
        ;;
      AWS::S3::Bucket | AWS::CloudFront::Distribution | AWS::SES::EmailIdentity) [ "$replaced" != Conditional ] || replaced=True ;;
      *) continue ;;
    esac
    case $action in
      Add) echo "$name ${id:-None} $kind added" ;;
      Remove) echo "$name $id $kind removed" ;;
      *) if [ "$replaced" = True ] || [ "$found" = replaced ]; then echo "$name $id $kind replaced"; fi ;;
    esac
  done < <(tr '\t' '|' <<<"$listed")
}

# changes_of_table change name id: "replaced" where an attribute of the table becomes another, or nobody knows; "indexes 2" where
# so many indexes come or go.
changes_of_table() {
  local had wanted rows="[AttributeDefinitions[].['a',AttributeName,AttributeType], not_null(GlobalSecondaryIndexes,\`[]\`)[].['i',IndexName,'']][]"
  had=$(aws dynamodb describe-table --table-name "$3" --output text --query "Table.$rows") &&
    wanted=$(aws cloudformation get-template --change-set-name "$1" --template-stage Processed --output text \
      --query "TemplateBody.Resources.$2.Properties.$rows") || wanted=
  [[ $wanted = a$'\t'* ]] || { echo replaced && return; }
  awk -F '\t' 'FNR == NR { had[$1, $2] = $3; next }
    { wanted[$1, $2]; if (($1, $2) in had) { if (had[$1, $2] != $3) other = 1 } else if ($1 == "i") indexes++ }
    END { for (key in had) if (key ~ /^i/ && !(key in wanted)) indexes++
      if (other) print "replaced"; else if (indexes > 1) print "indexes " indexes }' <(echo "$had") <(echo "$wanted")
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
