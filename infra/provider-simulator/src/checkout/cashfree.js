// Stands in for https://sdk.cashfree.com/js/v3/cashfree.js where the simulator is the provider.
(function () {
  "use strict";
  const provider = "{public_url}";
  const invalid = {
    error: {
      message: "payment_session_id is not present or is invalid",
      code: "payment_session_id_invalid",
      type: "invalid_request_error",
    },
  };

  async function isValid(session) {
    if (typeof session !== "string" || session === "") return false;
    try {
      const answer = await fetch(`${provider}/checkout/session/${encodeURIComponent(session)}`);
      return (await answer.json()).valid === true;
    } catch {
      // Not to be found out from here: the checkout page will say it.
      return true;
    }
  }

  function submit(fields, target) {
    const form = document.createElement("form");
    form.method = "post";
    form.action = `${provider}/pg/view/sessions/checkout`;
    form.target = target;
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement("input");
      input.type = "hidden";
      input.name = name;
      input.value = value;
      form.append(input);
    }
    document.body.append(form);
    form.submit();
    form.remove();
  }

  window.Cashfree = function Cashfree(settings) {
    const mode = settings && settings.mode;
    if (mode !== "sandbox" && mode !== "production") {
      throw new Error('Cashfree: mode must be "sandbox" or "production"');
    }
    return {
      async checkout({ paymentSessionId, returnUrl, redirectTarget } = {}) {
        if (!(await isValid(paymentSessionId))) return invalid;
        const fields = { payment_session_id: paymentSessionId };
        if (returnUrl) fields.return_url = returnUrl;
        const target = ["_blank", "_top"].includes(redirectTarget) ? redirectTarget : "_self";
        submit(fields, target);
        // The page that is left gets no event, as with the provider's script.
        return target === "_blank" ? { redirect: true } : new Promise(() => {});
      },
    };
  };
})();
