import { createHash, randomUUID } from 'node:crypto'
import {
  access,
  constants,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  unlink,
} from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { unless } from '@playhead/storage/synced-file.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  /** The same in each attempt to send one mail: a mail that was sent before a crash arrives once, also when it is sent again. */
  key?: string
}

export const KeptMail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  created_at: z.string(),
})
export type KeptMail = z.infer<typeof KeptMail>

export interface Mailer {
  /** Mail is kept for staff to read: no mail server is configured. */
  readonly isOutbox?: boolean
  send(mail: Mail): Promise<void>
  /** Mail stored because no mail server is configured, newest first. */
  list(page: { page: number; limit: number }): Promise<{ data: KeptMail[]; total: number }>
  /** Rejects when the mail cannot be handed to the mail server now. */
  check(): Promise<void>
}

const idOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 32)

const domainOf = (address: string) => /@([^\s@>]+)>?\s*$/.exec(address)?.[1] ?? 'playhead.invalid'

const smtpMailer = (smtpUrl: string, from: string): Mailer => {
  const transport = createTransport(smtpUrl)
  return {
    // Mailboxes show mails with the same Message-ID once.
    send: async ({ key, ...mail }) =>
      void (await transport.sendMail({
        from,
        ...mail,
        messageId: `<${key === undefined ? randomUUID() : idOf(key)}@${domainOf(from)}>`,
      })),
    list: async () => ({ data: [], total: 0 }),
    check: async () => void (await transport.verify()),
  }
}

let mailsOfServer = 0

/**
 * A mail is a file, first written and synced under another name, so that it is complete or absent. One with a key is first
 * linked under that key: a second attempt then finds the first one, however far it came.
 */
const outboxMailer = (folder: string, now: () => Date): Mailer => ({
  isOutbox: true,
  async send({ key, ...mail }) {
    const createdAt = now().toISOString()
    // Names sort by age, also those of one millisecond.
    const count = String((mailsOfServer += 1)).padStart(9, '0')
    const id = `${createdAt.replaceAll(/[:.]/g, '-')}-${count}-${randomUUID()}`
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const temporary = join(folder, `.${id}`)
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(JSON.stringify({ id, ...mail, created_at: createdAt }))
      await file.sync()
    } finally {
      await file.close()
    }
    if (key === undefined) return rename(temporary, join(folder, `${id}.json`))
    const kept = join(folder, `.${idOf(key)}`)
    await link(temporary, kept).catch(unless('EEXIST', undefined))
    await unlink(temporary)
    const first = KeptMail.parse(JSON.parse(await readFile(kept, 'utf8')))
    await link(kept, join(folder, `${first.id}.json`)).catch(unless('EEXIST', undefined))
  },
  async list({ page, limit }) {
    const names = await readdir(folder).catch(() => [])
    const mails = names
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .toReversed()
    const wanted = mails.slice((page - 1) * limit, page * limit)
    const data = await Promise.all(
      wanted.map(async (name) =>
        KeptMail.parse(JSON.parse(await readFile(join(folder, name), 'utf8'))),
      ),
    )
    return { data, total: mails.length }
  },
  async check() {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
  },
})

export const createMailer = (
  settings: { smtpUrl: string | undefined; mailFrom: string; dataFolder: string },
  now: () => Date,
): Mailer =>
  settings.smtpUrl
    ? smtpMailer(settings.smtpUrl, settings.mailFrom)
    : outboxMailer(join(settings.dataFolder, 'outbox'), now)
