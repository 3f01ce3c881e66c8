import type { App } from '@playhead/server-kit/app.ts'
import {
  addDueMails,
  claimMail,
  listUnsentMails,
  type MailRow,
  markMailSent,
} from './invoice-mails.sql.ts'
import { invoiceMail } from './invoice-mail.ts'

/** One server sends it. When it dies between the mail and its mark, the same mail is sent once more rather than never. */
const send = (app: App, row: MailRow) =>
  app.postgres.transaction(async (postgres) => {
    if (!(await claimMail(postgres, row))) return
    await app.mailer.send(invoiceMail(row, app.settings.publicUrl))
    await markMailSent(postgres, row, app.clock.now())
  })

/** A mail that cannot be sent does not hinder the others; it is tried again with the next run. */
export const sendDueMails = async (app: App, signal?: AbortSignal) => {
  await addDueMails(app.postgres, app.clock.now())
  let failure: unknown
  for (const row of await listUnsentMails(app.postgres)) {
    if (signal?.aborted) return
    await send(app, row).catch((error: unknown) => {
      failure = error
      app.log.warn('a mail about an invoice could not be sent', { invoice: row.invoice_id, error })
    })
  }
  if (failure !== undefined) throw failure
}
