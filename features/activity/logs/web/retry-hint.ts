/** What helps after a refusal, by its type in the catalogue of errors. */
const hints: Record<string, string> = {
  invalid_parameters: 'The same call fails again. Change the fields that the response names.',
  invalid_environment:
    'An access token works in the environment it was made for. Leave X-Environment-Id out, or use a token of that environment.',
  unauthorized: 'The access token was revoked or has expired. Make another one in the settings.',
  forbidden:
    'The same call fails until its caller has the permission. The permissions of a token cannot be changed: make another token.',
  payment_required: 'The plan of the organization does not allow this.',
  upgrade_required: 'The plan of the organization does not include this feature.',
  not_found:
    'The object in the path is not in this environment: it was deleted, or it belongs to another one.',
  too_many_requests:
    'Wait for the seconds that the header Retry-After names, then send it again. Such refusals are logged once a minute.',
  payload_too_large: 'A body has at most 1 MB.',
  read_only: 'The server was in read-only mode. Send it again later.',
  unavailable: 'Part of the server was unavailable. Send it again in a few seconds.',
  internal:
    'The server could not handle the call. The operator finds the reason in its log by the request id.',
  no_space: 'The disk of the server is nearly full. Its operator has to make room.',
}

export const retryHint = (type: unknown) => (typeof type === 'string' ? hints[type] : undefined)
