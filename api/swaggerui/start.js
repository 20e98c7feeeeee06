// The token given under "Authorize" is kept by the page only, until it closes.
// An address of a validator would be an outside request.
SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#page",
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
  requestInterceptor: (request) => {
    const changes = request.method === "POST";
    if (changes && !Object.keys(request.headers).some((name) => name.toLowerCase() === "idempotency-key")) {
      request.headers["Idempotency-Key"] = "docs-" + crypto.getRandomValues(new Uint32Array(4)).join("-");
    }
    return request;
  },
});
