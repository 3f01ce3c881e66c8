import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { connect } from '@playhead/postgres/client.ts'
import type { OwnProgram } from './own-program.ts'

/** The database of a program that runs. Close the connection afterwards. */
export const connectToProgram = async ({ dataFolder }: Pick<OwnProgram, 'dataFolder'>) => {
  const folder = path.join(dataFolder, 'postgres')
  const password = (await readFile(path.join(folder, 'password'), 'utf8')).trim()
  const socket = encodeURIComponent(path.join(folder, 'socket'))
  return connect(`postgresql://playhead:${password}@localhost/playhead?host=${socket}`)
}
