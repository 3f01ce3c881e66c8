/** The response to the client; `gone` is never sent. */
export type Outcome =
  | { kind: 'complete' }
  | { kind: 'more'; receivedBytes: number }
  | { kind: 'gone' }
  | Refusal

interface Refusal {
  kind: 'refused'
  status: 400 | 404 | 405 | 408 | 410 | 413 | 500 | 503 | 507
  message: string
  /** For gaps: the position from which bytes are missing. */
  receivedBytes?: number
}

export const refused = (status: Refusal['status'], message: string): Refusal => ({
  kind: 'refused',
  status,
  message,
})

export const unknownAddress = refused(404, 'There is no upload at this address.')
