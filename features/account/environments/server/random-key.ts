import { randomInt } from 'node:crypto'

const symbols = 'abcdefghijklmnopqrstuvwxyz0123456789'
const keyLength = 24

/** The key with which players name their environment. It is part of URLs, so it has only lower-case letters and digits. */
export const randomEnvironmentKey = () =>
  Array.from({ length: keyLength }, () => symbols[randomInt(symbols.length)]).join('')
