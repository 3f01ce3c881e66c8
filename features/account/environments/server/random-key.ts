import { randomInt } from 'node:crypto'

const symbols = 'abcdefghijklmnopqrstuvwxyz0123456789'
const keyLength = 24

/** What players send to name their environment: it travels in addresses, so small letters and digits. */
export const randomEnvironmentKey = () =>
  Array.from({ length: keyLength }, () => symbols[randomInt(symbols.length)]).join('')
