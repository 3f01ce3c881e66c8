/** The input cannot become an asset: the message is for the person who provided it. */
export class InputRefused extends Error {
  override readonly name = 'InputRefused'
  readonly type = 'invalid_input'
}
