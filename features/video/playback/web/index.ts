export { Player } from './player.tsx'
export type { PlayerSource, PlayerTokens } from './player-source.ts'

/** For pages without React. */
export const loadPlayer = () => import('./create-player.ts')
