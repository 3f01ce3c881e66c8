/** Refuses the start; the message is one sentence that an operator can act on. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}
