/** The name of this service in the pictures it makes (`xmp:CreatorTool`). */
export const creatorTool = 'Image styling service';

/**
 * What a picture shows, by IPTC's vocabulary: a photograph whose content was changed with trained models. Also said of
 * the embedded engine's pictures; docs/decisions/0012 says why.
 */
export const digitalSourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';

/**
 * The XMP packet (ISO 16684-1) of every picture made here: that it was made, and by whom. The same for all, so that
 * equal pixels stay equal bytes, and nothing of a person or request is in it.
 */
export const provenanceXmp = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
  <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about=""
      xmlns:xmp="http://ns.adobe.com/xap/1.0/"
      xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
      xmp:CreatorTool="${creatorTool}"
      Iptc4xmpExt:DigitalSourceType="${digitalSourceType}"/>
  </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
