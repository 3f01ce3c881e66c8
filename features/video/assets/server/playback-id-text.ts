import { randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const length = 40

/** 238 random bits in letters and digits: whoever has it may watch, so it cannot be guessed. */
export const newPlaybackIdText = () =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
