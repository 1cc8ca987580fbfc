# cmake -DINPUT=file -DOUTPUT=file.gz -P PackFile.cmake: gzip without a gzip program.
file(ARCHIVE_CREATE OUTPUT ${OUTPUT} PATHS ${INPUT} FORMAT raw COMPRESSION GZip
     COMPRESSION_LEVEL 9)
