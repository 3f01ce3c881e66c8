import { copyFile, link } from 'node:fs/promises'

/** Copies where a hard link is not possible. Unlike with a symbolic link, either file can be deleted first. */
export const linkOrCopy = (from: string, to: string) =>
  link(from, to).catch(() => copyFile(from, to))
