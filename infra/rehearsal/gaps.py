"""What the emulator cannot show, in one place. Each run prints it, so that nobody takes a green rehearsal for more."""

# What the rehearsal does in AWS's stead.
BRIDGED = (
    ("routes of the HTTP API", "the emulator ignores the OpenAPI body that SAM makes of the events, so the rehearsal"
     " creates the routes from that body after each deployment"),
    ("the right to send mail", "the emulator asks for ses:SendRawEmail on `*`; a role that has it on our identity gets it"
     " on `*` too, a role that does not have it at all gets nothing"),
    ("alarms on calculated figures", "the emulator refuses metric math, so these alarms are deployed on a single metric"
     " of no meaning; the deployment's step names them, and the first step holds them to the limits of AWS as they are"),
    ("DNS records for DKIM", "the emulator's mail identity has no such attributes, so the outputs with them are left"
     " out"),
    ("news of mails", "the emulator tells EventBridge nothing of mails, and lets nobody else speak for SES; the rehearsal"
     " asks whether the stack's rule is for such an event, and calls the rule's target with it"),
    ("two minutes", "an order falls due after two minutes; the rehearsal moves it to now in the index of due items"),
)

# What a green rehearsal does not prove.
UNSEEN = (
    ("conditions on dynamodb:LeadingKeys", "the emulator's requests do not carry them, so it lets every key pass; the"
     " local system checks them in the tests"),
    ("throttling of routes, access logs", "they are deployed and not acted upon"),
    ("the web ACL", "infra/edge.yaml is not deployed; the local system counts by it in the tests"),
    ("the alarms of CloudFront, its web ACL and its certificate", "infra/edge-alarms.yaml is not deployed: the emulator's CloudFront and"
     " web ACL send no figures"),
    ("whether an alarm goes off", "infra/alarms evaluates each against lines of the functions, in the tests; quotas, which SERVICE_QUOTA"
     " looks up, and figures of AWS itself are numbers of ours there"),
    ("the budget", "the emulator has none, so the stack is deployed without"),
    ("make deploy, make rollback, make backup, make restore and make admin", "they need the AWS CLI, which is no package of the registries; what"
     " they call is called here, and infra/deployment-tests runs the scripts against stand-ins"),
    ("the address of the client", "every request comes from 127.0.0.1"),
    ("the API under the site's address", "the emulator's CloudFront looks for the API's host in the real AWS; the API"
     " is called at the emulator's own address for it"),
    ("404 for a picture that is missing", "the emulator answers 403, because it looks for the right to read alone"),
    ("caches", "the emulator's CloudFront keeps nothing"),
    ("the portal's host", "a distribution of the emulator has its own name alone, so the stack is deployed without"
     " PortalHost; infra/local/tests/it/cloudfront runs the function with both hosts"),
)


def tell():
    """Prints both lists."""
    for title, gaps in (("Done in AWS's stead", BRIDGED), ("Not shown by the emulator", UNSEEN)):
        print(f"{title}:")
        for what, why in gaps:
            print(f"  - {what}: {why}")
