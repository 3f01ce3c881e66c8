import { enqueue } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { invoicePdf } from './jobs.ts'

/** Each month has a few invoices, all at once: media and people go first. */
export const issuedPriority = 60
/** A person looks at it. */
export const askedPriority = 0

export const enqueuePdf = ({ id, postgres }: Organization, invoiceId: string, priority: number) =>
  enqueue(postgres, invoicePdf, {
    payload: { organizationId: id, invoiceId },
    uniqueKey: invoiceId,
    priority,
  })
