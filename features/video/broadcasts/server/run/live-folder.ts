import { join } from 'node:path'

/** Recordings in progress: each has a folder with the id of its broadcast. */
export const liveFolderOf = (dataFolder: string) => join(dataFolder, 'live')

export const broadcastFolderOf = (dataFolder: string, broadcastId: string) =>
  join(liveFolderOf(dataFolder), broadcastId)
