import { z } from 'zod/mini'
import { endpoints, get } from '@playhead/contract-kit/define.ts'
import { admin, anyone } from '@playhead/contract-kit/endpoint.ts'
import { dataOf } from '@playhead/contract-kit/paging.ts'
import { ref } from '@playhead/contract-kit/reference.ts'

export const invoicePdfStates = ['ready', 'being_made', 'failed'] as const

export const invoicePdfLimits = {
  /** For how many seconds an address is valid. */
  urlSeconds: 300,
} as const

/** In showback mode there is none: 404. */
export const invoicePdfs = endpoints({
  url: get('/ui/v1/invoices/:id/pdf-url', {
    access: admin,
    summary:
      'A link to the PDF of an issued invoice, valid for five minutes; creates the PDF if it is missing',
    params: z.object({ id: ref('invoice') }),
    returns: dataOf(
      z.object({
        state: z.enum(invoicePdfStates),
        /** Null unless it is ready. */
        url: z.nullable(z.string()),
        expires_at: z.nullable(z.iso.datetime()),
        /** Why it could not be made. */
        reason: z.nullable(z.string()),
      }),
    ),
  }),
  download: get('/ui/v1/invoice-pdfs/:file', {
    access: anyone('The address is signed for one invoice of one organization, and expires.'),
    summary: 'The PDF of an invoice, by its signed link',
    params: z.object({ file: z.string() }),
    query: z.object({ token: z.string() }),
    returns: z.unknown(),
    file: 'application/pdf',
  }),
})
