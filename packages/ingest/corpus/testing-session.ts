import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { ingestLimits } from '../ingest-limits.ts'
import { RtmpSession } from '../rtmp/rtmp-session.ts'
import { anAdmission, aQuietLog } from '../testing-collector.ts'

/** One end of a connection in memory: what the session writes is thrown away. */
class MemorySocket extends Duplex {
  override _read() {}
  override _write(_chunk: Buffer, _encoding: string, done: () => void) {
    done()
  }
}

/** Sends bytes to a session without a network, and returns when it has ended. */
export const runSession = async (bytes: Buffer, pieceBytes = 65_536) => {
  const admission = anAdmission()
  const { log, lines } = aQuietLog()
  const socket = new MemorySocket({ allowHalfOpen: true })
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  const session = new RtmpSession({
    socket: socket as unknown as Socket,
    protocol: 'rtmp',
    remoteAddress: '127.0.0.1',
    admit: admission.admit,
    limits: ingestLimits,
    log,
    onPublish: () => {},
  })
  for (let at = 0; at < bytes.length; at += pieceBytes)
    socket.push(bytes.subarray(at, at + pieceBytes))
  socket.push(null)
  await closed
  session.close('The test has ended.')
  return { publishers: admission.publishers, requests: admission.requests, lines }
}
