// The provider's official SDK, unchanged, against the simulator: what it accepts, the provider would send.
// PROVIDER_SIMULATOR_URL names one that runs; without it one is started for the test.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import axios from "axios";
import { Cashfree, CFEnvironment } from "cashfree-pg";

let url = process.env.PROVIDER_SIMULATOR_URL;
let simulator;
let cashfree;

before(async () => {
  if (!url) {
    simulator = spawn("cargo", ["run", "--quiet", "-p", "provider-simulator", "--", "--port", "0"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    for await (const line of createInterface(simulator.stdout)) {
      url = line;
      break;
    }
  }
  const client = axios.create();
  cashfree = new Cashfree(CFEnvironment.SANDBOX, "local-client", "local-secret", "", "", "", false, client);
  // The sandbox's host is fixed in the SDK's code.
  client.interceptors.request.use((request) => {
    assert.ok(request.url.startsWith("https://sandbox.cashfree.com/pg"), request.url);
    return { ...request, url: request.url.replace("https://sandbox.cashfree.com", url) };
  });
});

after(() => simulator?.kill());

async function control(path, body, method = "POST") {
  const answer = await fetch(`${url}/control/${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });
  assert.ok(answer.ok, `${path}: ${answer.status}`);
  return answer.status === 204 ? undefined : answer.json();
}

function request(order_id) {
  return {
    order_id,
    order_amount: 170,
    order_currency: "INR",
    customer_details: { customer_id: "suhas-test", customer_phone: "9876543210", customer_name: "Asha Rao" },
    order_meta: {
      return_url: "https://example.org/payment/return?order_id={order_id}",
      notify_url: "https://example.org/api/payments/webhook",
    },
    order_expiry_time: new Date(Date.now() + 30 * 60_000).toISOString(),
  };
}

const newId = () => `sdk_${Date.now()}_${Math.random().toString(36).slice(2)}`;

test("an order that the SDK creates is read back, paid, listed and refunded", async () => {
  const order_id = newId();
  const created = (await cashfree.PGCreateOrder(request(order_id))).data;
  assert.equal(created.order_status, "ACTIVE");
  assert.match(created.payment_session_id, /^session_[\w-]{80,}$/);

  const read = (await cashfree.PGFetchOrder(order_id)).data;
  assert.equal(read.order_amount, 170);
  assert.equal(read.payment_session_id, created.payment_session_id);

  const paying = (
    await cashfree.PGPayOrder({
      payment_session_id: created.payment_session_id,
      payment_method: { upi: { channel: "collect", upi_id: "testsuccess@gocash" } },
    })
  ).data;
  const simulated = await cashfree.PGSimulatePayment({
    entity: "PAYMENTS",
    entity_id: paying.cf_payment_id,
    entity_simulation: { payment_status: "SUCCESS", payment_error_code: "" },
  });
  const simulation = (await cashfree.PGFetchSimulation(simulated.data.simulation_id)).data;
  assert.equal(simulation.entity_simulation.payment_status, "SUCCESS");

  assert.equal((await cashfree.PGFetchOrder(order_id)).data.order_status, "PAID");
  const [payment] = (await cashfree.PGOrderFetchPayments(order_id)).data;
  assert.equal(payment.cf_payment_id, paying.cf_payment_id);
  assert.equal(payment.payment_status, "SUCCESS");

  await cashfree.PGOrderCreateRefund(order_id, { refund_amount: 70, refund_id: `r${order_id}`.slice(0, 40) });
  const [refund] = (await cashfree.PGOrderFetchRefunds(order_id)).data;
  assert.equal(refund.refund_amount, 70);
});

test("an order id is taken once", async () => {
  const order_id = newId();
  await cashfree.PGCreateOrder(request(order_id));
  await assert.rejects(cashfree.PGCreateOrder(request(order_id)), (error) => {
    assert.equal(error.response.status, 409);
    assert.equal(error.response.data.code, "order_already_exists");
    return true;
  });
});

test("an order is terminated", async () => {
  const order_id = newId();
  await cashfree.PGCreateOrder(request(order_id));
  const terminated = (await cashfree.PGTerminateOrder(order_id, { order_status: "TERMINATED" })).data;
  assert.equal(terminated.order_status, "TERMINATED");
});

test("the SDK accepts the simulator's webhooks and refuses a forged one", async () => {
  const order_id = newId();
  await cashfree.PGCreateOrder(request(order_id));
  for (const version of ["2023-08-01", "2025-01-01"]) {
    const asked = { type: "PAYMENT_SUCCESS_WEBHOOK", order_id, version };
    const { headers, body } = await control("webhooks/make", asked);
    assert.match(body, /"order_amount":170\.00/);
    const verify = (text) =>
      cashfree.PGVerifyWebhookSignature(headers["x-webhook-signature"], text, headers["x-webhook-timestamp"]);
    assert.equal(verify(body).object.data.order.order_id, order_id);
    assert.throws(() => verify(JSON.stringify(JSON.parse(body))), /did not match/);
    const forged = await control("webhooks/make", { ...asked, wrong_signature: true });
    assert.throws(
      () =>
        cashfree.PGVerifyWebhookSignature(
          forged.headers["x-webhook-signature"],
          forged.body,
          forged.headers["x-webhook-timestamp"],
        ),
      /did not match/,
    );
  }
});
