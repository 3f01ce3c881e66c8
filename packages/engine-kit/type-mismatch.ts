/** A value or a text that must not be part of a query. */
export class TypeMismatch extends TypeError {
  override readonly name = 'TypeMismatch'
}
