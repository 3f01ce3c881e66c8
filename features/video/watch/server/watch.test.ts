import { describe, expect, test } from 'vitest'
import { aFactory } from '@playhead/testing/factories.ts'
import {
  deleteAssetRow,
  insertPlayableAsset,
  plainMediaMap,
} from '@playhead/testing/media/playable-asset.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { watchServer } from './index.ts'

const { app, api, database } = await startTestApp([watchServer])
const make = aFactory(database)
const { environment } = await make.world()

const ask = async (path: string) => {
  const answer = await api.request(path)
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

/** The source that the page gives its player, decoded as a browser decodes an attribute. */
const sourceOf = (html: string) => {
  const written = /data-source="([^"]*)"/.exec(html)?.[1] ?? ''
  const signs = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' }
  return JSON.parse(
    written.replaceAll(/&(?:quot|#39|lt|gt|amp);/g, (sign) => signs[sign as keyof typeof signs]),
  )
}

const film = await insertPlayableAsset(app, { environment, title: 'Northern lights' })

describe('the page of a video', () => {
  test('has its title, its length and a player that knows what it plays', async () => {
    const { status, text } = await ask(`/watch/${film.playbackId}`)
    expect(status).toBe(200)
    expect(text).toContain('<title>Northern lights</title>')
    expect(text).toContain('<h1>Northern lights</h1><p>20 s</p>')
    expect(text).toContain('<meta property="og:title" content="Northern lights">')
    expect(sourceOf(text)).toMatchObject({
      playbackId: film.playbackId,
      title: 'Northern lights',
      isAudioOnly: false,
      aspectRatio: '1920:1080',
      tokens: {},
      report: { assetId: film.id, page: 'watchpage' },
    })
  })

  test('lets nothing in from elsewhere, and is in no other page', async () => {
    const { text, headers } = await ask(`/watch/${film.playbackId}`)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/https?:/)
    const addresses = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address)
    expect(addresses.every((address) => address?.startsWith('/'))).toBe(true)
    expect(text).not.toMatch(/<script>|<style|onload=/)
  })

  test('shows what people wrote as they wrote it, and runs none of it', async () => {
    const title = `"><script>alert('1')</script>&`
    const evil = await insertPlayableAsset(app, { environment, title })
    const { text } = await ask(`/watch/${evil.playbackId}`)
    expect(text).not.toContain('<script>alert')
    expect(sourceOf(text).title).toBe(title)
    const named = await ask(`/watch/${film.playbackId}?token="><script>alert(1)</script>`)
    expect(named.text).not.toContain('<script>alert')
  })

  test('takes begin, sound and repetition from its address', async () => {
    const { text } = await ask(`/embed/${film.playbackId}?autoplay&muted=1&loop=false&time=12.5`)
    expect(sourceOf(text)).toMatchObject({
      autoplays: true,
      isMuted: true,
      loops: false,
      startTime: 12.5,
      report: { page: 'iframe' },
    })
  })

  test('says that a video has sound only', async () => {
    const { video: _, ...media } = plainMediaMap
    const sound = await insertPlayableAsset(app, { environment, media })
    const { text } = await ask(`/watch/${sound.playbackId}`)
    expect(sourceOf(text)).toMatchObject({ isAudioOnly: true, title: 'Untitled audio' })
    expect(text).not.toContain('og:image')
  })
})

describe('videos that cannot be played', () => {
  test('is said in plain words', async () => {
    const signed = await insertPlayableAsset(app, {
      environment,
      policy: 'signed',
      title: 'Secret',
    })
    const closed = await ask(`/watch/${signed.playbackId}`)
    expect(closed.status).toBe(403)
    expect(closed.text).toContain('<h1>This video is private</h1>')
    expect(closed.text).not.toContain('Secret')
    const unknown = await ask(`/embed/${'a'.repeat(32)}`)
    expect(unknown.status).toBe(404)
    expect(unknown.text).toContain('<h1>This video is not available</h1>')
    expect(unknown.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  test('while it is being prepared, looks again by itself', async () => {
    const preparing = await insertPlayableAsset(app, { environment, status: 'preparing' })
    const { status, text } = await ask(`/watch/${preparing.playbackId}`)
    expect(status).toBe(404)
    expect(text).toContain('<h1>Almost there</h1>')
    expect(text).toContain('<meta http-equiv="refresh" content="5">')
  })
})

describe('the player for other pages', () => {
  test('may be embedded in any page', async () => {
    const { headers } = await ask(`/embed/${film.playbackId}`)
    expect(headers.get('content-security-policy')).toContain('frame-ancestors *')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('x-frame-options')).toBeNull()
  })

  test('ASST-015 is healthy when its health endpoint answers 200', async () => {
    const health = (id: string) => ask(`/embed/${id}/health`)
    expect(await health(film.playbackId)).toMatchObject({ status: 200, text: '{"status":"ok"}' })
    const signed = await insertPlayableAsset(app, { environment, policy: 'signed' })
    expect((await health(signed.playbackId)).status).toBe(200)
    const preparing = await insertPlayableAsset(app, { environment, status: 'preparing' })
    expect((await health(preparing.playbackId)).status).toBe(404)
    const gone = await insertPlayableAsset(app, { environment })
    await deleteAssetRow(app, gone)
    expect((await health(gone.playbackId)).status).toBe(404)
    expect((await health('a'.repeat(32))).status).toBe(404)
  })
})
