import { z } from 'zod'
import { jobKind } from '@playhead/server-kit/jobs/job-kind.ts'

/** Writes the PDF of an issued invoice. */
export const invoicePdf = jobKind(
  'invoice.pdf',
  z.object({ organizationId: z.uuid(), invoiceId: z.uuid() }),
)
