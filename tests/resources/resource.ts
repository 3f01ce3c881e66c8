import type { Method } from '@playhead/contract-kit/endpoint.ts'

export const operations = ['GET', 'PUT', 'PATCH', 'DELETE'] as const satisfies Method[]
export type Operation = (typeof operations)[number]

/** What is sent, and the resulting fields of the object. */
interface Edit {
  body: unknown
  becomes: Record<string, unknown>
  /** Such calls are recorded with the object itself, not in the audit trail of the organization. */
  leavesNoEntry?: true
}

type Presented = Record<string, unknown>

/**
 * A kind of object with an id that is listed and created at `address` and found at `address/{id}`. A missing operation
 * is replaced by the reason. PATCH is tried before PUT.
 */
export interface Resource {
  address: string
  /** Two different bodies for creation. Undefined: the test creates it another way. */
  body?: (place: { environment: { id: string } }, number: number) => unknown
  PATCH: Edit | string
  PUT: Edit | string
  /** Without `after` the object is gone. */
  DELETE: { query?: (thing: Presented) => string; after?: Presented } | string
  /** The number of the first page; 1 by default. */
  firstPage?: 0
  /** Its members can read it from any organization. */
  isReadFromElsewhere?: true
}
