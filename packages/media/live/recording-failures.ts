/** Written so late that viewers would wait, and what is in memory would be lost with the program. */
export class SlowDisk extends Error {
  override name = 'SlowDisk'
  constructor() {
    super('The disk is too slow to record this broadcast.')
  }
}

/** More changes of parameters or times than a recording holds. */
export class UnsteadyBroadcast extends Error {
  override name = 'UnsteadyBroadcast'
  constructor() {
    super('The parameters or times of this broadcast change too often.')
  }
}
