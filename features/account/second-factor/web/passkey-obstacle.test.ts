import { expect, test } from 'vitest'
import { passkeyObstacle } from './passkey-obstacle.ts'

const place = { hostname: 'video.example', port: '', isSecure: true, hasPasskeys: true }

test.each([{}, { hostname: 'localhost', port: '4000' }])('at %o there is none', (differences) => {
  expect(passkeyObstacle({ ...place, ...differences })).toBeUndefined()
})

test.each([
  [{ hostname: '127.0.0.1', port: '4000' }, 'Open Playhead at localhost:4000'],
  [{ hostname: '[::1]', port: '' }, 'Open Playhead at localhost to use them'],
  [{ hostname: '192.168.1.20', port: '4000' }, 'Open Playhead by its name'],
  [{ isSecure: false, hasPasskeys: false }, 'https pages only'],
  [{ hasPasskeys: false }, 'This browser cannot'],
])('at %o the obstacle is: %s', (differences, sentence) => {
  expect(passkeyObstacle({ ...place, ...differences })).toContain(sentence)
})
