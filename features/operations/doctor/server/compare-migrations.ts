import { failed, ok, type Finding } from './finding.ts'

interface Migration {
  name: string
  checksum: string
}

const names = (migrations: readonly Migration[]) => migrations.map(({ name }) => name).join(', ')

/** Migrations run at the start, so a difference means that files or database changed while the program was running. */
export const compareMigrations = (
  applied: readonly Migration[],
  files: readonly Migration[],
): Finding => {
  const without = (some: readonly Migration[], others: readonly Migration[]) =>
    some.filter(({ name }) => !others.some((other) => other.name === name))
  const changed = applied.filter((one) =>
    files.some(({ name, checksum }) => name === one.name && checksum !== one.checksum),
  )
  const pending = without(files, applied)
  const unknown = without(applied, files)
  if (changed.length > 0)
    return failed(`Changed after they had been applied: ${names(changed)}. Restore these files.`)
  if (unknown.length > 0)
    return failed(
      `Applied by a newer version: ${names(unknown)}. Update the program before it is restarted.`,
    )
  if (pending.length > 0)
    return failed(`Not applied yet: ${names(pending)}. Restart the program to apply them.`)
  return ok(`All ${applied.length} are applied and unchanged.`)
}
