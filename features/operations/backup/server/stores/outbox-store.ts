import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { KeptMail } from '@playhead/server-kit/mail/mailer.ts'
import { damaged, type Line } from '../file/backup-format.ts'
import type { Store, StoreContext } from './store.ts'
import { exists, writeSyncedFile } from '../file/synced-file.ts'

const MailLine = z.strictObject({
  store: z.literal('outbox'),
  mail: KeptMail.extend({
    id: z
      .string()
      .max(200)
      .regex(/^[A-Za-z0-9-]+$/),
  }),
})

const readLine = ({ content }: Line) => {
  const line = MailLine.safeParse(content)
  if (!line.success) throw damaged('a mail of the outbox is malformed')
  return line.data.mail
}

export const outboxStore = ({ app }: StoreContext): Store => {
  const folder = join(app.settings.dataFolder, 'outbox')
  return {
    name: 'outbox',
    isRequired: false,
    describe: async () => ({}),
    async *lines() {
      const names = await readdir(folder).catch(() => [])
      for (const name of names.filter((one) => one.endsWith('.json')).toSorted()) {
        const mail: unknown = JSON.parse(await readFile(join(folder, name), 'utf8'))
        yield JSON.stringify({ store: 'outbox', mail })
      }
    },
    receive: async () => {
      const written: string[] = []
      return {
        check: (line) => void readLine(line),
        async write(line) {
          const mail = readLine(line)
          const file = join(folder, `${mail.id}.json`)
          // The same id is the same mail; a failed restore keeps the mails that existed before.
          if (await exists(file)) return
          await mkdir(folder, { recursive: true, mode: 0o700 })
          written.push(file)
          await writeSyncedFile(file, Buffer.from(JSON.stringify(mail)))
        },
        finish: async () => {},
        async undo() {
          for (const file of written) await rm(file, { force: true })
        },
      }
    },
  }
}
