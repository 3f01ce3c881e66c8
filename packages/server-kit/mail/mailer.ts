import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { z } from 'zod'

export interface Mail {
  to: string
  subject: string
  text: string
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
  send(mail: Mail): Promise<void>
  /** Mail stored because no mail server is configured, newest first. */
  list(page: { page: number; limit: number }): Promise<{ data: KeptMail[]; total: number }>
  /** Rejects when the mail cannot be handed to the mail server now. */
  check(): Promise<void>
}

const smtpMailer = (smtpUrl: string, from: string): Mailer => {
  const transport = createTransport(smtpUrl)
  return {
    send: async (mail) => void (await transport.sendMail({ from, ...mail })),
    list: async () => ({ data: [], total: 0 }),
    check: async () => void (await transport.verify()),
  }
}

/** A mail is a file, first written and synced under another name, so that it is complete or absent. */
const outboxMailer = (folder: string, now: () => Date): Mailer => ({
  async send(mail) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const createdAt = now().toISOString()
    const id = `${createdAt.replaceAll(/[:.]/g, '-')}-${randomUUID()}`
    const temporary = join(folder, `.${id}`)
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(JSON.stringify({ id, ...mail, created_at: createdAt }))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, join(folder, `${id}.json`))
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
