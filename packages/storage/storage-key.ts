const part = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/
const keyLengthMax = 512
const partLengthMax = 200

const isPart = (text: string) => text.length <= partLengthMax && part.test(text)

/** A component never starts with a dot: neither `..` nor the folder of unfinished writes can be named. */
export const isStorageKey = (key: string) =>
  key.length <= keyLengthMax && key.split('/').every(isPart)

export const checkedKey = (key: string) => {
  if (!isStorageKey(key)) throw new TypeError(`${JSON.stringify(key)} is no storage key.`)
  return key
}

/** Prefixes are folders: `a/b` and `a/b/` match what is below `a/b/`, never `a/bc`. Empty matches everything. */
export const checkedPrefix = (prefix: string) => {
  const folder = prefix.replace(/\/$/, '')
  return folder === '' && prefix === '' ? '' : `${checkedKey(folder)}/`
}

export const checkedFolder = (prefix: string) => {
  const folder = checkedPrefix(prefix)
  if (folder === '') throw new TypeError('Everything is never removed at once.')
  return folder
}
