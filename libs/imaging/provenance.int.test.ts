import { jpegMetadata, photo } from '@styling/testing';
import type { FormatEnum } from 'sharp';
import { describe, expect, test } from 'vitest';
import { normaliseJpeg, provenanceXmp, sharp } from './index.ts';

const foreignXmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="51,45.0N"/></rdf:RDF></x:xmpmeta>`;

/** A photograph that tells who took it, and where, in every way that its format has. */
const telling = async (format: keyof FormatEnum) =>
  sharp(await photo('grace-hopper.jpg'))
    .withExif({
      IFD0: { Copyright: 'Alice Liddell', Software: 'camera 1.0' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 45/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '1/1 15/1 0/1' },
    })
    .withXmp(foreignXmp)
    .withIccProfile('p3')
    .toFormat(format)
    .toBuffer();

const formats = ['jpeg', 'png', 'webp'] as const;

describe('a generated picture', () => {
  test.each(formats)(
    'given a %s with EXIF, GPS, XMP and a profile, then only how it was made is left',
    async (format) => {
      const bytes = await telling(format);
      expect(await sharp(bytes).metadata()).toMatchObject({
        exif: expect.any(Buffer),
        xmp: expect.any(Buffer),
        icc: expect.any(Buffer),
      });
      const made = await normaliseJpeg(bytes, { generated: true });
      expect(jpegMetadata(made.bytes)).toEqual({ kinds: ['xmp'], xmp: provenanceXmp });
      for (const trace of ['Alice Liddell', 'camera 1.0', 'GPS'])
        expect(Buffer.from(made.bytes).includes(trace)).toBe(false);
    },
  );

  test('contains an IPTC URL and our name, in well-formed RDF that fits one segment', async () => {
    const attributes = Object.fromEntries(
      [...provenanceXmp.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, name = '', value]) => [name, value]),
    );
    expect(attributes).toMatchObject({
      'xmlns:xmp': 'http://ns.adobe.com/xap/1.0/',
      'xmlns:Iptc4xmpExt': 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
      'xmp:CreatorTool': 'Image styling service',
      'Iptc4xmpExt:DigitalSourceType':
        'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
    });
    const [opened, closed] = [/<([\w:]+)(?![^>]*\/>)[^>]*>/g, /<\/([\w:]+)>/g].map((tag) =>
      [...provenanceXmp.replace(/<\?[^>]*\?>/g, '').matchAll(tag)].map(([, name]) => name),
    );
    expect(opened).toEqual(closed?.toReversed());
    expect(Buffer.byteLength(provenanceXmp)).toBeLessThan(65_000);
  });
});
