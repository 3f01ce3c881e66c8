import { request } from 'node:http'
import { inject } from 'vitest'
import { z } from 'zod'

const Postgres = z.object({ adminUrl: z.string(), templateName: z.string(), prefix: z.string() })
const ClickHouse = z.object({
  adminUrl: z.string(),
  prefix: z.string(),
  templateName: z.string(),
  creations: z.array(z.string()),
})

const Program = z.object({ file: z.string() })

let clickhouse: Promise<z.infer<typeof ClickHouse>> | undefined
let postgres: Promise<z.infer<typeof Postgres>> | undefined
let program: Promise<string> | undefined

/** The run's Postgres with a migrated template database; started at the first call of the run. */
export const readTestPostgres = (): Promise<z.infer<typeof Postgres>> => {
  postgres ??= ask('/postgres').then((text) => Postgres.parse(JSON.parse(text)))
  return postgres
}

/** The run's ClickHouse with a migrated template database; started at the first call of the run. */
export const readTestClickHouse = (): Promise<z.infer<typeof ClickHouse>> => {
  clickhouse ??= ask('/clickhouse').then((text) => ClickHouse.parse(JSON.parse(text)))
  return clickhouse
}

/** The file of the program as shipped; built at the first call of the run. */
export const readTestProgram = (): Promise<string> => {
  program ??= ask('/program').then((text) => Program.parse(JSON.parse(text)).file)
  return program
}

function ask(path: string): Promise<string> {
  const socketPath = inject('enginesSocket')
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, path, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece: string) => (text += piece))
      response.on('end', () => {
        if (response.statusCode === 200) resolve(text)
        else reject(new Error(text))
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}
