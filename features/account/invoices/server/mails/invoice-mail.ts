import { monthWords } from '@playhead/domain/invoicing/draw-lines.ts'
import { formatCents } from '@playhead/domain/money.ts'
import type { Mail } from '@playhead/server-kit/mail/mailer.ts'
import type { MailRow } from './invoice-mails.sql.ts'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const sentences = ({ step, due_at: dueAt }: MailRow) => {
  const due = day.format(dueAt)
  switch (step) {
    case 'issued':
      return { subject: '', text: `It is due on ${due}.` }
    case 'day_0':
      return { subject: ' is due', text: `It was due on ${due}.` }
    case 'day_3':
    case 'day_7':
      return { subject: ' is late', text: `It was due on ${due} and is not paid yet.` }
    case 'day_14':
      return {
        subject: ' is long overdue',
        text: `It was due on ${due}. New uploads, assets and live streams are refused until it is paid; video is still delivered, and views are still collected.`,
      }
  }
}

export const invoiceMail = (row: MailRow, publicUrl: string): Mail => {
  const { subject, text } = sentences(row)
  const amount = formatCents(row.owed_cents, row.currency)
  return {
    to: row.address,
    key: `invoice ${row.invoice_id} ${row.step} ${row.address}`,
    subject: `Invoice ${row.number} of ${row.organization_name}${subject}: ${amount}`,
    text: `Hello,

invoice ${row.number} for ${monthWords(row.period_start)} of the organization ${row.organization_name} is about ${amount}. ${text}

The invoice is here:
${publicUrl}/organizations/${row.organization_id}/account/billing/invoices
`,
  }
}
