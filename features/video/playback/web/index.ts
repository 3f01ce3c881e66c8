export { Player } from './player.tsx'
export type { PlayerSource, PlayerTokens } from './player-source.ts'
