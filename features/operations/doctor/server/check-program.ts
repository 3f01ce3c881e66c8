import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { App } from '@playhead/server-kit/app.ts'
import { ok } from './finding.ts'

const Manifest = z.object({ version: z.string() })

export const checkProgram = async (app: Pick<App, 'projectRoot' | 'build'>) => {
  const text = await readFile(join(app.projectRoot, 'package.json'), 'utf8')
  const { version } = Manifest.parse(JSON.parse(text))
  return ok(`Playhead ${version} (build ${app.build}) on Node ${process.versions.node}.`)
}
