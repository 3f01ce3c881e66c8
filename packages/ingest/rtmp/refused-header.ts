import { IngestError } from '../ingest-error.ts'
import type { Refusal } from '../packet.ts'

/** Thrown where the receiver does not take what the parameters describe. */
export class RefusedHeader extends IngestError {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}
