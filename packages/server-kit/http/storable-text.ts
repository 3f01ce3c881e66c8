/** Postgres stores no NUL, and a lone surrogate is not text. */
export const isStorable = (text: string) => !text.includes('\0') && text.toWellFormed() === text

/** For text stored as evidence: replaces characters that cannot be stored. */
export const storable = (text: string) => text.replaceAll('\0', '%00').toWellFormed()
