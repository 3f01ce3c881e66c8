import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Recordings in progress: each has a folder with the id of its broadcast. */
export const liveFolderOf = (dataFolder: string) => join(dataFolder, 'live')

export const broadcastFolderOf = (dataFolder: string, broadcastId: string) =>
  join(liveFolderOf(dataFolder), broadcastId)

/** The same after a restart: the folder is locked by one program at a time. */
export const nodeIdOf = (dataFolder: string) =>
  createHash('sha256').update(`${hostname()}:${dataFolder}`).digest('hex').slice(0, 24)
