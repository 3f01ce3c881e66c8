import { copyFile, link } from 'node:fs/promises'

/** Where a file cannot have two names it is copied. Unlike a symbolic link, either can go first. */
export const linkOrCopy = (from: string, to: string) =>
  link(from, to).catch(() => copyFile(from, to))
