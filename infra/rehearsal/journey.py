"""What people and programs do with the deployed stack, through its HTTP API."""

import hashlib
import json
import time
import uuid

from api import JSON
from emulator import ACCOUNT, REGION
from pictures import jpeg_size, png
from steps import Failure, eventually, expect

ADMINISTRATOR = ("rehearsal", "otter plum lantern quay")
ORGANISERS = "organisers@example.org"


class Journey:
    """One pass through everything. What a step made is an attribute for the ones that follow."""

    def __init__(self, emulator, stack, api, provider):
        self.emulator, self.stack, self.api, self.provider = emulator, stack, api, provider

    def every_route_answers(self, documented):
        """Each documented call reaches its function and gets an answer of ours: nothing is done by anybody unknown."""
        silent = []
        for method, path, kinds in documented:
            answer = self.api.call(method, path.replace("{", "").replace("}", ""), None if method == "GET" else {})
            ours = "x-request-id" in answer.headers and answer.status < 500
            if not ours or answer.kind not in kinds or (answer.kind == JSON and answer.json is None):
                function = self.api.functions.get((method, path))
                silent.append((f"{method} {path}: {answer}", function))
        if silent:
            raise Failure("\n".join(line for line, _ in silent), silent[0][1])
        answer = self.api.call("GET", "/api/nothing")
        expect(answer.status == 404 and "x-request-id" not in answer.headers,
               f"A route that nobody documents is answered: {answer}")

    def only_cloudfront_is_answered(self):
        """What lacks CloudFront's proof is refused, but for the webhook, which has its own."""
        for proof in ("", "another-proof-than-cloudfronts"):
            past = {"x-viewer-proof": proof}
            refused = self.api.ask("GET /api/packages/list", status=403, headers=past)
            expect(refused["code"] == "not_through_site", f"Past CloudFront the answer is {refused}", "Packages")
            self.api.ask("POST /api/payments/webhook", {}, status=401, headers=past)

    def sign_in(self):
        """The administrator signs in, and nobody else."""
        name, password = ADMINISTRATOR
        self.api.ask("POST /api/admin/login", {"username": name, "password": "another password"}, status=401)
        answer = self.api.ask("POST /api/admin/login", {"username": name, "password": password})
        self.api.token = answer["token"]
        dashboard = self.api.ask("GET /api/admin/dashboard", signed_in=True)
        expect(dashboard["candidates"] == 0, f"There are candidates already: {dashboard}", "Admin")

    def a_disabled_account_is_locked_out(self, operate):
        """An account that signs in and is then disabled: its session ends, and it signs in no more."""
        made = operate(self.emulator, self.stack, {"action": "create", "username": "stolen", "role": "counter"})
        form = {"username": "stolen", "password": made["password"]}
        session = {"authorization": f"Bearer {self.api.ask('POST /api/admin/login', form)['token']}"}
        self.api.ask("GET /api/customers", headers=session)
        operate(self.emulator, self.stack, {"action": "disable", "username": "stolen"})
        self.api.ask("GET /api/customers", headers=session, status=401)
        self.api.ask("POST /api/admin/login", form, status=401)

    def fill_the_catalogue(self):
        """An administrator makes what can be bought, in the portal's own calls."""
        stream = self._save("POST /api/exams", {"categoryName": "Engineering"})["exam"]["_id"]
        exam = self._save("POST /api/exam-details", {
            "examId": stream, "date": "2025-05-31", "timeStart": "10:00", "timeEnd": "12:00", "venue": "Hall 1",
            "examFee": 1000, "examName": "B.Tech Physics", "image": png(300, 200, (20, 60, 160))})["examDetail"]
        self.exam = exam["_id"]
        self._picture_is_kept(exam["image"], (300, 200), "ExamDetails")
        self.college = self._save("POST /api/colleges", {
            "name": "Rehearsal College", "description": "", "courseList": [self.exam]})["college"]["_id"]
        colleges = self.api.ask("GET /api/colleges", signed_in=True)
        expect([one["name"] for one in colleges] == ["Rehearsal College"], f"The colleges are {colleges}", "Colleges")
        self.package = self._save("POST /api/packages", {
            "name": "Single Exam Access", "description": "One exam of one institution.", "price": 1000,
            "AllowAllCollege": False, "collegeList": [self.college]})["package"]["_id"]
        listed = self.api.ask("GET /api/packages/list")
        courses = [course["_id"] for package in listed for college in package["collegeList"]
                   for course in college["courseList"]]
        expect(courses == [self.exam], f"The public list does not offer the exam: {listed}", "Packages")

    def _save(self, route, body):
        return self.api.ask(route, body, signed_in=True)

    def upload_pictures(self):
        """Each of the three groups of banners keeps a picture, made smaller, where the site reads it."""
        for group, function in (("banners", "Banners"), ("inst-brand", "InstBrand"), ("brand", "Brand")):
            body = {"bannerName": f"Of {group}", "deskImgLink": png(1600, 1200, (200, 40, 40)),
                    "mobImgLink": png(400, 400, (40, 200, 40))}
            banner = self._save(f"POST /api/{group}/addBanner", body)["banner"]
            self._picture_is_kept(banner["deskImgLink"], (1067, 800), function)
            listed = self.api.ask(f"GET /api/{group}/listBanners")
            expect([one["_id"] for one in listed] == [banner["_id"]], f"{group} lists {listed}", function)
            self.picture = banner["deskImgLink"]

    def _picture_is_kept(self, address, size, function):
        bucket = self.stack.physical("MediaBucket")
        kept = self.emulator.client("s3").get_object(Bucket=bucket, Key=address.lstrip("/"))
        expect(kept["ContentType"] == "image/jpeg", f"{address} is {kept['ContentType']}", function)
        expect("immutable" in kept.get("CacheControl", ""), f"{address} is not cached for ever", function)
        found = jpeg_size(kept["Body"].read())
        expect(found == size, f"{address} has {found} pixels, not {size}", function)

    def write_to_the_organisers(self):
        """A visitor's message becomes a mail."""
        self.api.ask("POST /api/contact", {"name": "Asha", "email": "asha@example.com", "message": "Where do I park?"})
        mail = eventually("The visitor's message", lambda: self._mails_to(ORGANISERS), 10, "Contact")[0]
        expect("Where do I park?" in str(mail), f"The mail is {mail}", "Contact")

    def register_and_pay(self):
        """A person registers, pays, is confirmed by a signed webhook, gets one mail, and has a pass."""
        email = "asha@example.com"
        place = {"course_category": self.exam, "collegeId": self.college}
        seen = self.api.ask("GET /api/payments/check-email", email=email, **place)
        expect(seen == {"exists": False, "isPaid": False}, f"Nobody has paid, and check-email says {seen}", "Payments")
        order = self._create_order(email)
        status = self.api.ask("GET /api/payments/status/{order_id}", order_id=order)
        expect(status["status"] == "ACTIVE", f"The order is {status}", "Payments")
        self.api.ask("GET /api/order/{order_id}", status=404, order_id=order)

        self.provider.pay(order)
        (webhook,) = self.provider.webhooks()
        body, headers = webhook["body"].encode(), webhook["headers"]
        forged = {**headers, "x-webhook-signature": "Zm9yZ2Vk"}
        self.api.ask("POST /api/payments/webhook", body, status=401, headers=forged)
        self.api.ask("POST /api/payments/webhook", body, headers=headers)
        status = self.api.ask("GET /api/payments/status/{order_id}", order_id=order)
        expect(status["status"] == "PAID", f"After the webhook the order is {status}", "PaymentWebhook")

        mails = eventually("The mail with the pass", lambda: self._mails_to(email), 60, "Notifier")
        # The same webhook once more changes nothing and mails nothing.
        self.api.ask("POST /api/payments/webhook", body, headers=headers)
        expect(order in str(mails[0]), "The mail does not lead to the pass", "Notifier")
        shown = self.api.ask("GET /api/order/{order_id}", order_id=order)
        expect(shown["email"] == email and shown["order_id"] == order, f"The pass shows {shown}", "Order")
        self.paid, self.email = order, email

    def _create_order(self, email):
        answer = self.api.ask("POST /api/payments/create-order", {
            "customer_name": "Asha Rao", "customer_email": email, "customer_phone": "98765 43210",
            "packageId": self.package, "type": "specificCollege", "collegeId": self.college,
            "course_category": self.exam, "order_amount": 1000, "order_currency": "INR",
            "exam_preference": "Offline", "payment_mode": "online",
        }, headers={"Idempotency-Key": str(uuid.uuid4())})
        expect(answer["payment_session_id"].startswith("session_"), f"The order is {answer}", "Payments")
        return answer["order_id"]

    def pay_without_a_webhook(self):
        """A person pays, and nobody tells us."""
        self.silent_email = "binu@example.com"
        self.silent_order = self._create_order(self.silent_email)
        self.provider.pay(self.silent_order)
        self.provider.webhooks()
        self._fall_due(self.silent_order)

    def payment_is_found(self):
        """What runs every minute has found that payment."""
        # The schedule's minute, the run itself, and a second run for the mail if the stream was slower.
        eventually("The mail of a payment without a webhook", lambda: self._mails_to(self.silent_email), 150,
                   "Reconciler")
        shown = self.api.ask("GET /api/order/{order_id}", order_id=self.silent_order)
        expect(shown["email"] == self.silent_email, f"The pass shows {shown}", "Reconciler")

    def _fall_due(self, order):
        """Lets the two minutes pass after which an order is looked at: moves it to now in the index of due items."""
        table = self.stack.physical("RegistrationsTable")
        dynamodb = self.emulator.client("dynamodb")
        items = dynamodb.scan(TableName=table, IndexName="due")["Items"]
        keys = [{"pk": one["pk"], "sk": one["sk"]} for one in items if order.split("-")[0] in one["pk"]["S"]]
        expect(keys, "The order is not in the index of due items", "Payments")
        for key in keys:
            dynamodb.update_item(TableName=table, Key=key, UpdateExpression="SET due_at = :now",
                                 ExpressionAttributeValues={":now": {"N": str(int(time.time()))}})

    def register_at_the_counter(self):
        """An administrator registers a person, takes the money, and the pass goes out."""
        email = "chitra@example.com"
        registered = self.api.ask("POST /api/customers", {
            "name": "Chitra", "email": email, "phone": "9876543211", "phone2": "", "exam_preference": "Offline",
            "payment_mode": "cash", "order_amount": 1000, "packageId": self.package, "collegeId": self.college,
            "course_category": self.exam, "type": "specificCollege"}, signed_in=True)
        details = self.api.ask("GET /api/customers/{customerId}", signed_in=True,
                               customerId=registered["customer_id"])
        order = details["payments"][0]["order_id"]
        self.api.ask("PUT /api/payments/{order_id}/status", {"status": "PAID"}, signed_in=True, order_id=order)
        self.api.ask("POST /api/payments/send-success-email/{order_id}", {}, signed_in=True, order_id=order)
        expect(len(self._mails_to(email)) == 1, "There is not one mail for the counter payment", "Payments")

    def a_mail_comes_back(self):
        """SES reports that the pass did not arrive, and the portal flags it."""
        table = self.stack.physical("RegistrationsTable")
        key = {"pk": {"S": f"REG#{self.paid.split('-')[0]}"}, "sk": {"S": f"MAIL#{self.paid}"}}
        mail = self.emulator.client("dynamodb").get_item(TableName=table, Key=key, ConsistentRead=True)["Item"]
        tags = {"candidate": self.paid.split("-")[0], "attempt": mail["lease"]["S"],
                "order": hashlib.sha256(self.paid.encode()).hexdigest()[:32],
                "ses:configuration-set": self.stack.physical("MailConfiguration")}
        event = {
            "version": "0", "id": str(uuid.uuid4()), "detail-type": "Email Bounced", "source": "aws.ses",
            "account": ACCOUNT, "time": "2025-05-30T10:00:00Z", "region": REGION, "resources": [],
            "detail": {"eventType": "Bounce",
                       "mail": {"messageId": mail["message_id"]["S"], "destination": [self.email],
                                "tags": {name: [value] for name, value in tags.items()}},
                       "bounce": {"bounceType": "Permanent", "bounceSubType": "General",
                                  "bouncedRecipients": [{"emailAddress": self.email, "status": "5.1.1"}]}}}
        outcome = self._hand_over(event, "MailEventsFunctionTrouble")
        expect(outcome == "flagged", f"The event came to {outcome}", "MailEventsFunction")
        flags = [(one["order_id"], one["flag"]) for one in self.api.ask("GET /api/admin/attention", signed_in=True)]
        expect(flags == [(self.paid, "MAIL_BOUNCED")], f"The portal lists {flags}", "Admin")
        self.api.ask("DELETE /api/admin/attention/{order_id}/{flag}", signed_in=True, order_id=self.paid,
                     flag="MAIL_BOUNCED")

    def _hand_over(self, event, rule):
        """Calls what the rule is to call with an event that the rule is for, and returns the answer."""
        events = self.emulator.client("events")
        rule = self.stack.physical(rule)
        pattern = events.describe_rule(Name=rule)["EventPattern"]
        for candidate, fits in ((event, True), ({**event, "source": "another"}, False)):
            matched = events.test_event_pattern(EventPattern=pattern, Event=json.dumps(candidate))["Result"]
            expect(matched == fits, f"The rule {pattern} is {'' if matched else 'not '}for {candidate}", "MailEventsFunction")
        (target,) = events.list_targets_by_rule(Rule=rule)["Targets"]
        called = self.emulator.client("lambda").invoke(FunctionName=target["Arn"], Payload=json.dumps(event))
        return json.load(called["Payload"])

    def look_at_the_portal(self, paid):
        """The rows and figures that the stream keeps have followed."""
        def rows():
            found = self.api.ask("GET /api/customers", signed_in=True, limit="10")
            return len(found["data"]) == paid and found["pagination"]["total"] == paid

        eventually(f"The candidate list with {paid} rows", rows, 30, "Notifier")
        dashboard = self.api.ask("GET /api/admin/dashboard", signed_in=True)
        expect(dashboard["counts"]["PAID"] == paid and dashboard["revenue"] == 1000 * paid,
               f"The dashboard shows {dashboard}", "Notifier")
        log = self.api.ask("GET /api/admin/logs", signed_in=True)
        expect(log, "The audit log is empty", "Admin")
        expect(len(self._mails_to(self.email)) == 1, "The pass was mailed more than once", "Notifier")

    def copy_to_the_sheet(self, sheets, candidates):
        """The function calls itself to write the sheet, and everybody is in it."""
        self.api.ask("POST /api/sync", {}, signed_in=True)
        addresses = [cell for row in sheets.rows() for cell in row if "@" in str(cell)]
        expect(len(addresses) == candidates and self.email in addresses, f"The sheet has {addresses}", "Sync")

    def nothing_was_lost(self):
        """No record of the stream ended in the dead-letter queue."""
        queue = self.stack.physical("UnreadableRecords")
        waiting = self.emulator.client("sqs").get_queue_attributes(
            QueueUrl=queue, AttributeNames=["ApproximateNumberOfMessages"])["Attributes"]
        expect(waiting["ApproximateNumberOfMessages"] == "0", "There are records in the dead-letter queue", "Notifier")

    def the_list_is_still_there(self):
        """What was in the tables before an update is there after it."""
        listed = self.api.ask("GET /api/packages/list")
        expect([one["_id"] for one in listed] == [self.package], f"The public list is {listed}", "Packages")

    def the_pass_is_gone(self):
        """Nothing is left of the order."""
        self.api.ask("GET /api/order/{order_id}", order_id=self.paid, status=404)

    def sign_out(self):
        """The session ends on every device."""
        self.api.ask("POST /api/admin/logout", {}, signed_in=True)
        self.api.ask("GET /api/admin/dashboard", signed_in=True, status=401)

    def _mails_to(self, address):
        return [mail for mail in self.emulator.mails() if address in str(mail.get("To", mail))]
