import { expect, test } from 'vitest'
import { type PartStatus, readinessOf, statusOf } from './readiness.ts'

const part = (name: string, status: PartStatus = 'ready', detail = '') => ({ name, status, detail })

test('SHELL-069 a server without complaints is operational in every part', () => {
  const data = readinessOf([part('database'), part('engine'), part('disk')])
  expect(data.parts).toEqual([
    part('Dashboard and API'),
    part('Database'),
    part('Analytics database'),
    part('Disk'),
  ])
  expect(statusOf({ isError: false, data })).toBe('All parts are operational.')
})

test('SHELL-069 the part a complaint is about is the one shown as unavailable', () => {
  const data = readinessOf([
    part('database'),
    part('engine', 'not ready', 'The analytics database does not answer.'),
    part('disk', 'warning', 'The disk is filling up: free some space soon.'),
  ])
  expect(data.parts.filter(({ status }) => status === 'not ready')).toEqual([
    part('Analytics database', 'not ready', 'The analytics database does not answer.'),
  ])
  expect(statusOf({ isError: false, data })).toBe('Some parts are unavailable.')
})

test('SHELL-069 a warning leaves a server operational and says that it needs attention', () => {
  const data = readinessOf([part('storage'), part('ffmpeg', 'warning', 'ffmpeg is missing.')])
  expect(data.parts.at(-1)).toEqual(part('Video processing', 'warning', 'ffmpeg is missing.'))
  expect(statusOf({ isError: false, data })).toBe('All parts are operational, some need attention.')
})

test('SHELL-069 a server that does not answer is shown as unreachable', () => {
  expect(statusOf({ isError: true })).toBe('The server cannot be reached.')
})
