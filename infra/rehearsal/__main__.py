"""`make rehearse`: the real template with the real binaries, deployed into an emulator of AWS, used, and deleted.

Run by infra/make/rehearse, which builds what is needed. A failure names its step and shows what the function concerned
has logged. Everything that is started is stopped again.
"""

import argparse
import re
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path

import gaps
from api import Api
from emulator import Emulator
from google_sheets import Sheets
from journey import ADMINISTRATOR, ORGANISERS, Journey
from loss import Loss
from preparation import documented_routes, make_administrator, make_secrets, operate
from processes import Processes
from provider import Provider
from site_files import Site
from stack import Stack, inventory
from steps import Failure, Steps, expect
from template import for_emulator, refused_by_aws, with_more_memory

PROOF = "a-secret-of-this-rehearsal"  # what CloudFront proves itself by


def arguments():
    """What infra/make/rehearse hands over."""
    parser = argparse.ArgumentParser(prog="infra/rehearsal", description=__doc__.partition("\n")[0])
    parser.add_argument("--architecture", required=True, help="what the functions were built for")
    parser.add_argument("--functions", type=Path, required=True, help="where `make build` left the functions")
    parser.add_argument("--commands", type=Path, required=True, help="where the simulators are")
    parser.add_argument("--sam", type=Path, required=True, help="the SAM CLI")
    parser.add_argument("--emulator", type=Path, required=True, help="MiniStack")
    parser.add_argument("--web", type=Path, required=True, help="the built web app")
    parser.add_argument("--template", type=Path, required=True, help="the template")
    options = parser.parse_args()
    for name, value in vars(options).items():
        if isinstance(value, Path):  # the steps run in their own folder
            setattr(options, name, value.absolute())
    return options


def rehearse(steps, context, options, processes):
    """All steps, in order. `context` gets the emulator and the stack as soon as they are there, for telling a failure."""
    written = options.template.read_text()
    with steps.step("Looking for what AWS would refuse"):
        refused = refused_by_aws(written)
        expect(not refused, "\n".join(refused))
    template, changed = for_emulator(written)
    with steps.step("Starting the emulator and the simulators"):
        emulator = context["emulator"] = Emulator(processes, options.emulator)
        provider = Provider(processes, options.commands / "provider-simulator")
        sheets = Sheets(processes, options.commands / "sheets-simulator")
    with steps.step("Making the secrets"):
        parameters = {
            "Architecture": options.architecture, "SiteOrigin": "https://expo.example.org",
            "ProviderUrl": f"{provider.url}/pg", "ViewerHeaderSecret": PROOF, "Running": "false",
            "MailFrom": "passes@example.org", "MailIdentity": "example.org", "ContactTo": ORGANISERS,
            "AlarmEmail": "alarms@example.org", "MonthlyBudget": "0", **sheets.parameters,
            **make_secrets(emulator, processes.folder, sheets.key_file)}
    with steps.step("Deploying the stack"):
        stack = Stack(emulator, options.sam, processes.folder, options.functions)
        before = inventory(emulator)
        stack.deploy(template, parameters)
        context["stack"] = stack
        print(f"    {stack.complete()} resources, {len(list(stack.routes()))} routes; changed for the emulator:"
              f" {', '.join(changed) or 'nothing'}")
        written_to = stack.tables_with_items()
        expect(not written_to, f"While the stack was made something was written to {', '.join(written_to)}")
    with steps.step("Starting its schedules, as a first deployment does when the stack is whole"):
        expect(stack.schedules() == {"DISABLED"}, f"Before that its schedules were {stack.schedules()}")
        parameters["Running"] = "true"
        stack.deploy(template, parameters)
        expect(stack.schedules() == {"ENABLED"}, f"Its schedules are {stack.schedules()}")
        expect(stack.follows_the_stream(), "The stream is not followed")

    journey = Journey(emulator, stack, Api(emulator, stack, PROOF), provider)
    site = Site(emulator, stack)
    use(steps, options, journey, site)

    # While the schedule's minute passes.
    with steps.step("Deploying the same once more changes nothing"):
        deployed = stack.description().get("LastUpdatedTime")
        said = stack.deploy(template, parameters)
        expect("No changes to deploy" in said and stack.description().get("LastUpdatedTime") == deployed,
               f"The second deployment changed something:\n{said[-2000:]}")
    look_at_outcome(steps, journey, sheets)

    lose_everything(steps, stack, journey, template, parameters)

    with steps.step("Deploying a changed template updates the stack"):
        larger, megabytes = with_more_memory(template)
        stack.deploy(larger, parameters)
        packages = emulator.client("lambda").get_function_configuration(FunctionName=stack.physical("Packages"))
        expect(packages["MemorySize"] == megabytes, f"Packages has {packages['MemorySize']} MB", "Packages")
        journey.the_list_is_still_there()
        journey.sign_out()
    with steps.step("Deleting the stack leaves what must be kept, and nothing else"):
        kept = stack.kept()
        # AWS refuses to delete a bucket with files in it.
        site.empty()
        stack.delete()
        left = inventory(emulator) - before
        expect({name for _, name in left} == kept, f"Left are {sorted(left)}, and to be kept were {sorted(kept)}")
        print(f"    kept: {', '.join(sorted(kept))}")


def use(steps, options, journey, site):
    """What people do, up to a payment that waits for the schedule."""
    with steps.step("Calling every documented route"):
        journey.every_route_answers(documented_routes())
        journey.only_cloudfront_is_answered()
    with steps.step("Making an administrator, and signing in"):
        make_administrator(journey.emulator, journey.stack, *ADMINISTRATOR)
        journey.sign_in()
    with steps.step("Locking an account out"):
        journey.a_disabled_account_is_locked_out(operate)
    with steps.step("Filling the catalogue"):
        journey.fill_the_catalogue()
    with steps.step("Uploading pictures"):
        journey.upload_pictures()
    with steps.step("Publishing the web app, and reading it through CloudFront"):
        site.upload(options.web)
        site.read(options.web, journey.picture)
        site.look_at_headers(options.web)
    with steps.step("Writing to the organisers"):
        journey.write_to_the_organisers()
    with steps.step("Registering and paying, up to the pass"):
        journey.register_and_pay()
    with steps.step("Registering at the counter"):
        journey.register_at_the_counter()
    with steps.step("Hearing of a pass that came back"):
        journey.a_mail_comes_back()
    with steps.step("Paying without a webhook"):
        journey.pay_without_a_webhook()


def look_at_outcome(steps, journey, sheets):
    """What the schedule, the stream and the sync have made of it."""
    with steps.step("Waiting for the schedule to find the payment"):
        journey.payment_is_found()
    with steps.step("Looking at the portal's lists and figures"):
        journey.look_at_the_portal(paid=3)
        journey.nothing_was_lost()
    with steps.step("Rebuilding the portal's lists and totals, which changes nothing"):
        answer = operate(journey.emulator, journey.stack, {"action": "rebuild"})
        expect(answer["message"] == "3 candidates counted; 0 projections and entries mended, 0 removed.",
               f"The rebuild says {answer}", "Operations")
        journey.look_at_the_portal(paid=3)
    with steps.step("Copying the candidates into the Google Sheet"):
        journey.copy_to_the_sheet(sheets, candidates=3)


def lose_everything(steps, stack, journey, template, parameters):
    """Everything is lost and restored; nothing runs by itself meanwhile, and nobody gets a mail again."""
    with steps.step("Losing everything, and restoring it"):
        loss = Loss(journey.emulator, stack)
        stack.deploy(template, {**parameters, "Running": "false"})
        expect(stack.schedules() == {"DISABLED"} and not stack.follows_the_stream(), "Something runs by itself")
        loss.lose()
        journey.the_pass_is_gone()
        loss.restore()
        operate(journey.emulator, stack, {"action": "rebuild"})
        stack.deploy(template, parameters)
        expect(stack.follows_the_stream(), "The stream is not followed again")
        loss.end()
        journey.look_at_the_portal(paid=3)


def tell_logs(context, steps, function):
    """What is known about the function that failed: its log lines since the step began, and the emulator's own."""
    stack = context.get("stack")
    if stack is None:
        return
    resources = stack.resources()
    if "Logs" not in resources:  # the stack is deleted already
        return
    lines = [line for line in context["emulator"].log_lines(resources["Logs"], steps.began) if line.startswith("{")]
    if function is None:
        print("--- the last that the functions have logged in this step:", *lines[-10:], sep="\n")
        return
    # Lines name the crate.
    service = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", function.removesuffix("Function")).lower()
    logged = [line for line in lines if f'"service":"{service}"' in line]
    print(f"--- logged by {service} in this step:", *logged[-40:], sep="\n")
    print(f"--- the emulator about {resources[function]}:",
          *context["emulator"].lines_about(resources[function], 20), sep="\n")


def main():
    """Rehearses, and returns the exit status."""
    options, steps, context = arguments(), Steps(), {}
    # SIGTERM runs the clean-up below, as Ctrl-C does, which a shell may have made us ignore.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    started = time.time()
    with tempfile.TemporaryDirectory(prefix="rehearsal-") as folder:
        processes = Processes(Path(folder))
        try:
            rehearse(steps, context, options, processes)
        except KeyboardInterrupt:
            print(f"\n==> {steps.current}: interrupted", file=sys.stderr)
            return 130
        except Exception as error:  # whatever it is, the step and the logs are what helps
            sys.stdout.flush()
            if not isinstance(error, Failure):
                traceback.print_exc()
            print(f"==> {steps.current}: failed\n{error}", flush=True)
            try:
                tell_logs(context, steps, getattr(error, "function", None))
            except Exception as unreadable:  # the failure itself has been printed already
                print(f"--- the logs cannot be read: {unreadable}")
            return 1
        finally:
            processes.stop()
    gaps.tell()
    print(f"The rehearsal passed in {time.time() - started:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
