/** What an asset is told that cannot be made of its input: the sentence is for whoever gave it. */
export class InputRefused extends Error {
  override readonly name = 'InputRefused'
  readonly type = 'invalid_input'
}
