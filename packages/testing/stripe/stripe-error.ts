interface StripeErrorBody {
  type: string
  code?: string
  message: string
  param?: string
  [field: string]: unknown
}

/** An answer of the fake that is no success. */
export class StripeErrorAnswer extends Error {
  readonly status: number
  readonly body: { error: StripeErrorBody }
  constructor(status: number, error: StripeErrorBody) {
    super(error.message)
    this.status = status
    this.body = { error }
  }
}

export const aBadRequest = (message: string, more: Partial<StripeErrorBody> = {}, status = 400) =>
  new StripeErrorAnswer(status, { type: 'invalid_request_error', message, ...more })

export const aMissing = (what: string, id: string) =>
  what === 'customer'
    ? // A field of each call that names one.
      aBadRequest(`No such customer: '${id}'`, { code: 'resource_missing', param: 'customer' })
    : aBadRequest(`No such ${what}: '${id}'`, { code: 'resource_missing', param: 'id' }, 404)
