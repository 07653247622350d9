import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { zipEntry } from './zip-entry.ts';

/** An archive of one file, written by the format's book. */
function zip(name: string, bytes: Buffer, { stored = false, claimed = bytes.length } = {}): Buffer {
  const packed = stored ? bytes : deflateRawSync(bytes);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(stored ? 0 : 8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(claimed, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(30 + name.length + packed.length, 16);
  return Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end]);
}

describe('given a ZIP archive', () => {
  const bytes = Buffer.from('many words, many words, many words');

  it.each([true, false])('when a file is asked for, then its bytes come (stored: %s)', (stored) => {
    expect(zipEntry(zip('bin/tool', bytes, { stored }), 'bin/tool')).toEqual(bytes);
  });

  it.each([
    ['is not in it', zip('other', bytes), 'no bin/tool'],
    ['is shorter than it says', zip('bin/tool', bytes, { claimed: 99 }), 'damaged'],
    ['is in something else', Buffer.from('#!/bin/sh'), 'not a ZIP archive'],
  ])('when the file %s, then it is refused', (_, archive, reason) => {
    expect(() => zipEntry(archive, 'bin/tool')).toThrow(reason);
  });
});
